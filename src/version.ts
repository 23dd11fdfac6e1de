/** The version of this release; a test keeps it equal to package.json. */
export const VERSION = '0.20.0';
