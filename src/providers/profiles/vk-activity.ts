/** What a user of VK has and plays, there and elsewhere: objects of `users.get`. */

/** Accounts elsewhere that the user has linked; each absent without a link. */
export interface VkConnections {
  /** Id of the Facebook account. */
  facebook?: string;
  /** Name of the Instagram account. */
  instagram?: string;
  /** Name of the LiveJournal account. */
  livejournal?: string;
  /** Name of the Skype account. */
  skype?: string;
  /** Name of the Twitter account. */
  twitter?: string;
}

/** How many things of each kind the user has. */
export interface VkCounters {
  /** Photo albums. */
  albums?: number;
  /** Audio tracks. */
  audios?: number;
  /** How many follow the user. */
  followers?: number;
  /** How many friends the user has. */
  friends?: number;
  /** Communities. */
  groups?: number;
  /** Friends that the user shares with the one who asks. */
  mutual_friends?: number;
  /** How many notes the user wrote. */
  notes?: number;
  /** Friends that are online. */
  online_friends?: number;
  /** Pages that the user follows. */
  pages?: number;
  /** How many photos the user has. */
  photos?: number;
  /** Videos that mark the user. */
  user_videos?: number;
  /** How many videos the user has. */
  videos?: number;
}

/** 1 for each service that the user's posts are copied to. */
export interface VkExports {
  /** Posts go to Facebook. */
  facebook?: number;
  /** Photos go to Instagram. */
  instagram?: number;
  /** Posts go to LiveJournal. */
  livejournal?: number;
  /** Posts go to Twitter. */
  twitter?: number;
}

/** The track that plays in the user's status. */
export interface VkAudio {
  /** Name of the artist. */
  artist: string;
  /** Length in seconds. */
  duration: number;
  /** Id of the track, unique together with `owner_id`. */
  id: number;
  /** Id of the owner; negative for a community. */
  owner_id: number;
  /** Title of the track. */
  title: string;
  /** Key that later requests need to read the track; absent where everybody may. */
  access_key?: string;
  /** Id of the playlist; absent outside one. */
  album_id?: number;
  /** Time at which the track was added, in seconds since 1970. */
  date?: number;
  /** Id of the genre. */
  genre_id?: number;
  /** Name of the performer, where it isn't the artist. */
  performer?: string;
  /** URL of the file; absent for apps that may not play audio. */
  url?: string;
}
