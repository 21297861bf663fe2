import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const server = { target: `http://localhost:${process.env.PORT ?? 3000}` };

export default defineConfig({
  plugins: [react()],
  server: {
    proxy: {
      "/api": server,
    },
  },
});
