/** The packed package, with every compiler that apps have, are-the-types-wrong, and its first contact through npm. */
import "../packaging/tarball.test.js";
