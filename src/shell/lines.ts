/** The reader of command lines, for whoever loads it only when there is a line. */
export { splitShell } from './split.ts';
