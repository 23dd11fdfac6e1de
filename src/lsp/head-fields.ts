import { AGENT_MODELS } from '../agy/agent-model.ts';
import {
  HEAD_FIELDS,
  type HeadFact,
  type ProseKind,
  RULE_TRIGGERS,
  TRIGGER_DOES,
} from '../agy/prose-facts.ts';

/** A key of a head, for people. */
export interface HeadField {
  readonly name: string;
  /** In words. */
  readonly type: string;
  readonly does: string;
  readonly evidence: string;
  readonly values: readonly HeadValue[];
}

export interface HeadValue {
  readonly name: string;
  readonly does?: string;
}

const VALUES: Readonly<Partial<Record<HeadFact['type'], readonly HeadValue[]>>> = {
  trigger: RULE_TRIGGERS.map((name) => ({ name, does: TRIGGER_DOES[name] })),
  boolean: [{ name: 'true' }, { name: 'false' }],
  model: AGENT_MODELS.map((name) => ({ name })),
};

const TYPES: Readonly<Record<HeadFact['type'], string>> = {
  string: 'a text',
  trigger: `one of ${RULE_TRIGGERS.join(', ')}`,
  'name list': 'a list of names',
  boolean: 'true or false',
  model: 'the name of a model',
};

/** The keys of a head that agy reads, in a file of a kind; names compare exactly. */
export function headFields(kind: ProseKind): readonly HeadField[] {
  return Object.entries(HEAD_FIELDS[kind]).map(([name, { type, does, evidence }]) => ({
    name,
    type: TYPES[type],
    does,
    evidence,
    values: VALUES[type] ?? [],
  }));
}
