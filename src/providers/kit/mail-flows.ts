/** The flows of sign-in by mail, which every mail provider brings. */
export const mailFlows = () => import("../../runtime/flows/email.js");
