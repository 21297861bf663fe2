import DefaultTheme from "vitepress/theme-without-fonts";
import Layout from "./Layout.vue";
import ThemedPicture from "./ThemedPicture.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  Layout,
  enhanceApp: ({ app }) => void app.component("ThemedPicture", ThemedPicture),
};
