/** The profile types of three providers, field by field: a sample is checked by the compiler and mapped by the factory. */
import { expect, expectTypeOf, test } from "vitest";
import HuggingFace, { type HuggingFaceProfile } from "../../src/providers/huggingface.js";
import Vk, { type VkProfile } from "../../src/providers/vk.js";
import Yandex, { type YandexProfile } from "../../src/providers/yandex.js";

type Required<T> = { [K in keyof T as string extends K ? never : {} extends Pick<T, K> ? never : K]: 1 };
type Known<T> = keyof { [K in keyof T as string extends K ? never : number extends K ? never : K]: 1 };

test("VK's profile has the fields and values of the interface", async () => {
  expectTypeOf<keyof Required<VkProfile>>().toEqualTypeOf<
    "id" | "first_name" | "last_name" | "is_closed" | "can_access_closed" | "photo_100"
  >();
  type Text =
    | "about"
    | "activities"
    | "bdate"
    | "books"
    | "deactivated"
    | "domain"
    | "email"
    | "first_name_abl"
    | "first_name_acc"
    | "first_name_dat"
    | "first_name_gen"
    | "first_name_ins"
    | "first_name_nom"
    | "games"
    | "home_town"
    | "interests"
    | "last_name_abl"
    | "last_name_acc"
    | "last_name_dat"
    | "last_name_gen"
    | "last_name_ins"
    | "last_name_nom"
    | "maiden_name"
    | "movies"
    | "music"
    | "nickname"
    | "photo_200"
    | "photo_200_orig"
    | "photo_400"
    | "photo_400_orig"
    | "photo_50"
    | "photo_id"
    | "photo_max"
    | "photo_max_orig"
    | "quotes"
    | "screen_name"
    | "site"
    | "status"
    | "tv";
  type Flag =
    | "blacklisted"
    | "blacklisted_by_me"
    | "can_post"
    | "can_see_all_posts"
    | "can_see_audio"
    | "can_send_friend_request"
    | "can_write_private_message"
    | "has_mobile"
    | "has_photo"
    | "is_favorite"
    | "is_friend"
    | "is_hidden_from_feed"
    | "is_no_index"
    | "online"
    | "online_mobile"
    | "trending"
    | "verified";
  expectTypeOf<VkProfile[Text]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<VkProfile["common_count" | "followers_count" | "online_app" | "timezone"]>().toEqualTypeOf<
    number | undefined
  >();
  expectTypeOf<VkProfile[Flag]>().toEqualTypeOf<0 | 1 | undefined>();
  expectTypeOf<VkProfile["friend_status"]>().toEqualTypeOf<0 | 1 | 2 | 3 | undefined>();
  expectTypeOf<VkProfile["relation"]>().toEqualTypeOf<0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | undefined>();
  expectTypeOf<VkProfile["sex"]>().toEqualTypeOf<0 | 1 | 2 | undefined>();
  expectTypeOf<VkProfile["wall_default"]>().toEqualTypeOf<"all" | "owner" | undefined>();
  expectTypeOf<NonNullable<VkProfile["city"]>>().toEqualTypeOf<{ id: number; title: string }>();
  expectTypeOf<NonNullable<VkProfile["country"]>>().toEqualTypeOf<{ id: number; title: string }>();
  expectTypeOf<NonNullable<VkProfile["last_seen"]>["platform"]>().toEqualTypeOf<
    1 | 2 | 3 | 4 | 5 | 6 | 7 | undefined
  >();
  expectTypeOf<NonNullable<VkProfile["occupation"]>["type"]>().toEqualTypeOf<
    "work" | "school" | "university" | undefined
  >();
  expectTypeOf<NonNullable<VkProfile["personal"]>["alcohol"]>().toEqualTypeOf<
    1 | 2 | 3 | 4 | 5 | undefined
  >();
  expectTypeOf<NonNullable<VkProfile["personal"]>["political"]>().toEqualTypeOf<
    1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | undefined
  >();
  expectTypeOf<keyof Required<NonNullable<VkProfile["relation_partner"]>>>().toEqualTypeOf<
    "id" | "first_name" | "last_name"
  >();
  expectTypeOf<keyof Required<NonNullable<VkProfile["status_audio"]>>>().toEqualTypeOf<
    "artist" | "duration" | "id" | "owner_id" | "title"
  >();
  expectTypeOf<keyof Required<NonNullable<VkProfile["military"]>>>().toEqualTypeOf<
    "country_id" | "unit" | "unit_id"
  >();
  expectTypeOf<keyof Required<NonNullable<VkProfile["crop_photo"]>["crop"]>>().toEqualTypeOf<
    "x" | "x2" | "y" | "y2"
  >();
  expectTypeOf<keyof Required<NonNullable<VkProfile["crop_photo"]>["photo"]>>().toEqualTypeOf<
    "album_id" | "date" | "has_tags" | "id" | "owner_id"
  >();
  expectTypeOf<NonNullable<VkProfile["relatives"]>[number]["type"]>().toEqualTypeOf<
    "parent" | "child" | "grandparent" | "grandchild" | "sibling"
  >();
  expectTypeOf<NonNullable<VkProfile["schools"]>[number]["id"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<NonNullable<VkProfile["universities"]>[number]["graduation"]>().toEqualTypeOf<
    number | undefined
  >();

  const profile: VkProfile = {
    id: 42,
    first_name: "Zoya",
    last_name: "Kim",
    is_closed: false,
    can_access_closed: true,
    photo_100: "https://vk.example.com/a.jpg",
    email: "zoya@example.com",
  };
  const user = await Vk({}).profile?.(profile, { email: "zoya@example.com" } as never);
  expect(user).toEqual({ id: "42", name: "Zoya Kim", email: "zoya@example.com", image: profile.photo_100 });
});

test("Hugging Face's profile has the fields and values of the interface", async () => {
  expectTypeOf<keyof Required<HuggingFaceProfile>>().toEqualTypeOf<"sub" | "isPro" | "orgs">();
  expectTypeOf<Known<HuggingFaceProfile>>().toEqualTypeOf<
    | "sub"
    | "isPro"
    | "orgs"
    | "name"
    | "preferred_username"
    | "profile"
    | "picture"
    | "website"
    | "email"
    | "email_verified"
    | "canPay"
  >();
  type Organisation = HuggingFaceProfile["orgs"][number];
  expectTypeOf<keyof Required<Organisation>>().toEqualTypeOf<
    "sub" | "name" | "picture" | "preferred_username" | "isEnterprise"
  >();
  expectTypeOf<Organisation["roleInOrg"]>().toEqualTypeOf<
    "admin" | "write" | "read" | "contributor" | undefined
  >();
  expectTypeOf<Organisation["canPay" | "missingMFA" | "pendingSSO"]>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf<NonNullable<Organisation["resourceGroups"]>[number]["role"]>().toEqualTypeOf<
    "admin" | "write" | "read" | "contributor"
  >();
  const config = HuggingFace({});
  expect([config.type, config.issuer]).toEqual(["oidc", "https://huggingface.co"]);
});

test("Yandex's profile has the fields and values of the interface", async () => {
  expectTypeOf<keyof Required<YandexProfile>>().toEqualTypeOf<"id" | "login" | "client_id" | "psuid">();
  expectTypeOf<Known<YandexProfile>>().toEqualTypeOf<
    | "id"
    | "login"
    | "client_id"
    | "psuid"
    | "birthday"
    | "default_avatar_id"
    | "is_avatar_empty"
    | "default_email"
    | "emails"
    | "default_phone"
    | "display_name"
    | "first_name"
    | "last_name"
    | "real_name"
    | "sex"
  >();
  expectTypeOf<YandexProfile["birthday"]>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<YandexProfile["sex"]>().toEqualTypeOf<"female" | "male" | null | undefined>();
  expectTypeOf<YandexProfile["emails"]>().toEqualTypeOf<string[] | undefined>();
  expectTypeOf<NonNullable<YandexProfile["default_phone"]>>().toEqualTypeOf<{ id: number; number: string }>();
  const user = await Yandex({}).profile?.(
    { id: "1", login: "mira", client_id: "c", psuid: "p", emails: ["m@ya.example"] },
    {},
  );
  expect(user).toMatchObject({ id: "1", email: "m@ya.example", image: null });
});

test("Yandex's avatars come in ten sizes", async () => {
  const sizes = [
    "islands-small",
    "islands-34",
    "islands-middle",
    "islands-50",
    "islands-retina-small",
    "islands-68",
    "islands-75",
    "islands-retina-middle",
    "islands-retina-50",
    "islands-200",
  ] as const;
  const profile = { id: "1", login: "m", client_id: "c", psuid: "p", default_avatar_id: "31804/abc" };
  for (const avatarSize of sizes) {
    const user = await Yandex({ avatarSize }).profile?.(profile, {});
    expect(user?.image).toBe(`https://avatars.yandex.net/get-yapic/31804/abc/${avatarSize}`);
  }
});
