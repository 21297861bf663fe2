/** Photos in profiles of VK: `crop_photo` of `users.get`. */
import type { VkFlag } from "./vk-flag.js";

/**
 * Letter of a copy, which says its longest side in pixels: `s` 75, `m` 130, `x` 604, `y` 807, `z` 1080, `w` 2560. `o`,
 * `p`, `q` and `r` are cut to 3:2 and 130, 200, 320 and 510 wide.
 */
export type VkPhotoSize = "p" | "q" | "x" | "y" | "s" | "r" | "m" | "l" | "o" | "z" | "w";

/** A rectangle by two opposite corners, in percent of the width and the height of the picture that it is cut from. */
export interface VkPhotoArea {
  /** Left edge, in percent of the width. */
  x: number;
  /** Right edge, in percent of the width. */
  x2: number;
  /** Upper edge, in percent of the height. */
  y: number;
  /** Lower edge, in percent of the height. */
  y2: number;
}

/** A copy of the photo, scaled to a size. */
export interface VkPhotoCopy {
  /** Height in pixels; 0 where VK doesn't know it. */
  height: number;
  /** Width in pixels; 0 where VK doesn't know it. */
  width: number;
  /** URL of the copy, in answers of older API versions. */
  src?: string;
  /** URL of the copy. */
  url: string;
  /** Letter of the size. Those that `VkPhotoSize` doesn't list belong to documents and stickers. */
  type: VkPhotoSize | "max" | "d" | "e" | "k" | "n" | "a" | "b" | "i" | "g" | "c" | "j" | "temp" | "h" | "f";
}

/** A photo that a user uploaded to VK. */
export interface VkPhoto {
  /** Album that holds the photo; negative for the albums that VK keeps by itself. */
  album_id: number;
  /** Time of the upload, in seconds since 1970. */
  date: number;
  /** Whether users are marked on the photo. */
  has_tags: boolean;
  /** Id of the photo, unique together with `owner_id`. */
  id: number;
  /** Id of the owner; negative for a community. */
  owner_id: number;
  /** Key that later requests need to read the photo; absent where everybody may. */
  access_key?: string;
  /** 1: the user may comment on the photo. */
  can_comment?: VkFlag;
  /** Height of the original, in pixels; absent for photos from before 2013. */
  height?: number;
  /** Copies of the photo, in answers of older API versions. */
  images?: {
    /** Height in pixels. */
    height?: number;
    /** Width in pixels. */
    width?: number;
    /** URL of the copy. */
    url?: string;
    /** Letter of the size. */
    type?: VkPhotoSize;
  }[];
  /** Where it was taken: latitude in degrees; absent without a place. */
  lat?: number;
  /** Where it was taken: longitude in degrees; absent without a place. */
  long?: number;
  /** URL of the copy that is 256 pixels wide. */
  photo_256?: string;
  /** Name of the place. */
  place?: string;
  /** Id of the post that the photo came with; absent without one. */
  post_id?: number;
  /** Copies of the photo, one for each size. */
  sizes?: VkPhotoCopy[];
  /** Description under the photo. */
  text?: string;
  /** Who uploaded it, where the album is a community's; 100 stands for the community itself. */
  user_id?: number;
  /** Width of the original, in pixels; absent for photos from before 2013. */
  width?: number;
}

/** The photo that the profile picture was cut from. */
export interface VkCropPhoto {
  /** The part of `photo` that the profile shows. */
  crop: VkPhotoArea;
  /** The square part of `crop` that becomes the small picture. */
  rect: VkPhotoArea;
  /** The whole photo. */
  photo: VkPhoto;
}
