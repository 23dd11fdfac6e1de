import type { McpConfig } from '../agy/mcp-config.ts';
import type { SessionFolder } from '../kinds/index.ts';
import type { SourceFile } from '../text/source.ts';

/**
 * Where a file with servers belongs. `root`, `plugin`: a customization root or a plugin in one, or named by a registry of
 * one. `installable`: a plugin that no customization root holds. `user`, `user-plugin`: in the home directory.
 * `elsewhere`: it was named, and lies where Antigravity looks for none.
 */
export type Origin = 'root' | 'plugin' | 'installable' | 'user' | 'user-plugin' | 'elsewhere';

/** A file with servers as it was found and read. */
export interface ServerFile {
  /** As reported. */
  readonly path: string;
  readonly origin: Origin;
  /** Whether its servers are listed; else it only counts for what it does to others. */
  readonly listed: boolean;
  /** A session that starts in one of these, or below, loads it. */
  readonly folders: readonly SessionFolder[];
  readonly content:
    | { readonly config: McpConfig; readonly source: SourceFile }
    /** Why it could not be read: a plain sentence without a full stop. */
    | { readonly unread: string };
  /** Set when nothing of its plugin is loaded. */
  readonly pluginOff?: Reason;
}

/** Fit to be shown: masked. */
export interface InventoryPlace {
  readonly path: string;
  /** From 1; absent where there is no text to count in. */
  readonly line?: number;
  readonly column?: number;
}

/** Why something is not what it could be. */
export interface Reason {
  /** For programs. */
  readonly code: string;
  /** Half a sentence for people, masked, escaped and cut. */
  readonly message: string;
  readonly at: InventoryPlace;
}

/**
 * `fatal`: agy exits and no session starts. `inert`: read, and no server in it. `off`: not read, since its plugin is switched off or
 * lost. `blocked`: as good as it is, every session that would load it fails to start over another file.
 */
export type FileState = 'loaded' | 'inert' | 'fatal' | 'off' | 'blocked' | 'unread';

export interface InventoryFile {
  readonly path: string;
  readonly origin: Origin;
  readonly state: FileState;
  readonly reason?: Reason;
}

/**
 * `loaded`: it is there. `disabled`: it is switched off in the file. `inert`: it is there and starts nothing. `dropped`: it is left out
 * without a word. `replaced`: a later spelling took its place. `not-loaded`: it is as it should be, and its file is not loaded.
 */
export type ServerState = 'loaded' | 'disabled' | 'inert' | 'dropped' | 'replaced' | 'not-loaded';

/** `unknown`: an address of which no transport can be told. `none`: it connects to nothing. */
export type Transport = 'stdio' | 'http' | 'websocket' | 'unknown' | 'none';

/** A credential by its name; its value is nowhere. */
export interface ServerCredential {
  /** As spelled, such as `env.KILN_TOKEN` or `args[2]`; masked. */
  readonly field: string;
  /**
   * `literal`: it stands in the file. `placeholder`: something stands for it. `sign-in`: Antigravity gets one and sends it.
   */
  readonly form: 'literal' | 'placeholder' | 'sign-in';
  readonly line: number;
}

/** A server as agy holds it in the end. Every string is masked; none is escaped or cut. */
export interface ServerEntry {
  readonly name: string;
  /** Where it stands: one of those that are listed. Two of them may look the same once their paths are masked. */
  readonly file: InventoryFile;
  readonly state: ServerState;
  /** Why it is not loaded; empty for one that is. */
  readonly reasons: readonly Reason[];
  readonly transport: Transport;
  /** Of a local server. */
  readonly command?: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** Of a remote one. */
  readonly url?: string;
  /** The names alone. */
  readonly env: readonly string[];
  readonly headers: readonly string[];
  readonly credentials: readonly ServerCredential[];
  readonly disabledTools: readonly string[];
  readonly at: Required<InventoryPlace>;
  /** Servers of its name that are loaded together with it from other files; of very many the first. */
  readonly clashes: readonly InventoryPlace[];
}

/** A file that was not named, and that sessions load together with some that were. */
export interface BesideFile extends InventoryFile {
  /** How many servers of it are loaded. */
  readonly loaded: number;
}

export interface Inventory {
  /** In the order of their paths, those of the home directory last. */
  readonly files: readonly InventoryFile[];
  /** In the same order. */
  readonly besides: readonly BesideFile[];
  /** In the order of the files and of their places in them. */
  readonly servers: readonly ServerEntry[];
  /** What was not looked at, and may hold servers: plain sentences, masked. */
  readonly unseen: readonly { readonly path: string; readonly message: string }[];
}
