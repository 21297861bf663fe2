import DefaultTheme from "vitepress/theme-without-fonts";
import { h } from "vue";
import FrameworkChoice from "./FrameworkChoice.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      "nav-bar-content-before": () => h(FrameworkChoice),
      "nav-screen-content-before": () => h(FrameworkChoice),
    }),
};
