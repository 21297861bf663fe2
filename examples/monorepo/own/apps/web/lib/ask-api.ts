const api = process.env["API_URL"] ?? "http://localhost:4000";

export const askApi = (path: string, init: RequestInit = {}) => fetch(new URL(path, api), init);
