/** What a user of VK tells about schools, work, family and views: objects of `users.get`. */

/** An employer. */
export interface VkCareer {
  /** Id of the city; absent where `city_name` stands instead. */
  city_id?: number;
  /** Name of the city; absent where `city_id` stands instead. */
  city_name?: string;
  /** Name of the company; absent where `group_id` stands instead. */
  company?: string;
  /** Id of the country. */
  country_id?: number;
  /** Year in which the work began. */
  from?: number;
  /** Id of the company's community on VK; absent where `company` stands instead. */
  group_id?: number;
  /** Title of the job. */
  position?: string;
  /** Year in which the work ended; absent while it goes on. */
  until?: number;
}

/** The university that the profile shows first. */
export interface VkEducation {
  /** Id of the faculty. */
  faculty?: number;
  /** Name of the faculty. */
  faculty_name?: string;
  /** Year of graduation; 0 where the user didn't say. */
  graduation?: number;
  /** Id of the university. */
  university?: number;
  /** Name of the university. */
  university_name?: string;
}

/** A school of the user. */
export interface VkSchool {
  /** Id of the city. */
  city?: number;
  /** Letter of the class, as in "11 B". */
  class?: string;
  /** Id of the country. */
  country?: number;
  /** Id of the school, as text. */
  id?: string;
  /** Name of the school. */
  name?: string;
  /** Subject that the class specialised in. */
  speciality?: string;
  /** Id of the kind of school; `type_str` has its name. */
  type?: number;
  /** Name of the kind of school: school, lyceum, college and so on. */
  type_str?: string;
  /** First year there. */
  year_from?: number;
  /** Year of graduation. */
  year_graduated?: number;
  /** Last year there. */
  year_to?: number;
}

/** A university of the user. */
export interface VkUniversity {
  /** Id of the department. */
  chair?: number;
  /** Name of the department. */
  chair_name?: string;
  /** Id of the city. */
  city?: number;
  /** Id of the country. */
  country?: number;
  /** How the user studies: full-time, by correspondence and so on, in the language of the request. */
  education_form?: string;
  /** How far the user came: student, graduate and so on, in the language of the request. */
  education_status?: string;
  /** Id of the faculty. */
  faculty?: number;
  /** Name of the faculty. */
  faculty_name?: string;
  /** Year of graduation. */
  graduation?: number;
  /** Id of the university. */
  id?: number;
  /** Name of the university. */
  name?: string;
  /** Id of the university's community on VK. */
  university_group_id?: number;
}

/** Military service. */
export interface VkMilitary {
  /** Id of the country that the unit belongs to. */
  country_id: number;
  /** Name or number of the unit. */
  unit: string;
  /** Id of the unit. */
  unit_id: number;
  /** Year in which the service began. */
  from?: number;
  /** Year in which the service ended. */
  until?: number;
}

/** What the user does now. */
export interface VkOccupation {
  /** Id of the school, the university or the company's community; absent where VK has no page of it. */
  id?: number;
  /** Name of the school, the university or the company. */
  name?: string;
  /** Which of the three it is. */
  type?: "work" | "school" | "university";
}

/** 1 very negative, 2 negative, 3 compromise, 4 neutral, 5 positive. */
export type VkAttitude = 1 | 2 | 3 | 4 | 5;

/** The section "Personal views". */
export interface VkPersonalViews {
  /** View of alcohol. */
  alcohol?: VkAttitude;
  /** What inspires the user, as free text. */
  inspired_by?: string;
  /** Names of languages that the user speaks. */
  langs?: string[];
  /**
   * What matters most in life: 1 family and children, 2 career and money, 3 leisure, 4 science, 5 a better world.
   * Also 6 growing as a person, 7 beauty and art, 8 fame and influence.
   */
  life_main?: VkAttitude | 6 | 7 | 8;
  /**
   * What matters most in others: 1 mind and creativity, 2 kindness and honesty, 3 health and beauty, 4 wealth and power,
   * 5 courage, 6 humour and love of life.
   */
  people_main?: VkAttitude | 6;
  /**
   * Political view: 1 communist, 2 socialist, 3 moderate, 4 liberal, 5 conservative, 6 monarchist, 7 ultraconservative,
   * 8 indifferent, 9 libertarian.
   */
  political?: VkAttitude | 6 | 7 | 8 | 9;
  /** Religion, as free text. */
  religion?: string;
  /** View of smoking. */
  smoking?: VkAttitude;
}

/** The user whom the relationship status names. */
export interface VkPartner {
  /** Id of the partner's account. */
  id: number;
  /** First name of the partner. */
  first_name: string;
  /** Last name of the partner. */
  last_name: string;
  /** Whether the user may see the partner's profile where it is closed. */
  can_access_closed?: boolean;
  /** `deleted` or `banned`; absent for an account that is in use. */
  deactivated?: string;
  /** 1 where the partner hides the profile from apps; absent otherwise. */
  hidden?: number;
  /** Whether only friends see the partner's profile. */
  is_closed?: boolean;
}

/** A member of the family. */
export interface VkRelative {
  /** What the relative is to the user. */
  type: "parent" | "child" | "grandparent" | "grandchild" | "sibling";
  /** Id of the relative's account; absent or negative where there is none. */
  id?: number;
  /** Name of the relative, where no account says it. */
  name?: string;
}
