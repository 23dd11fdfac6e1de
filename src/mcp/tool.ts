import type { InputRequiredResult, ToolAnnotations } from '@modelcontextprotocol/server';
import type * as z from 'zod/v4';
import type { Consent } from './consent.ts';

/** One thing that a client can ask for. */
export interface Tool<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Knows every field: another one is an error. */
  readonly input: I;
  readonly output: O;
  readonly annotations: ToolAnnotations;
  /** Throws `UsageError` for what whoever calls must mend. */
  run(args: z.output<I>, call: Call): Promise<Immutable<z.input<O>> | InputRequiredResult>;
}

/** Data that nobody changes any more. */
export type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Immutable<T[Key]> }
    : T;

export interface Call {
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  readonly consent: Consent;
}

/** Keeps the types of a tool's fields together; where tools are listed they are forgotten. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(tool: Tool<I, O>): Tool {
  return tool as unknown as Tool;
}

/** Of a tool that writes nothing and knows nothing but files here. */
export const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
