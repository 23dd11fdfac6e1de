import { randomUUID } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** What asks the user of a client, and hears what he said. A model has no part in it. */
export interface Consent {
  /** Whether the client can ask anybody. */
  readonly possible: boolean;
  /**
   * What the user said when he was asked about this very plan; undefined when nobody was. An answer counts once.
   * @param plan stands for all that would be done
   */
  given(plan: string): 'accept' | 'decline' | 'cancel' | undefined;
  /** The answer that makes the client ask. */
  ask(message: string, plan: string): Promise<InputRequiredResult>;
}

/** What a client brings back unread, so that an answer belongs to a question. */
export interface Asked {
  readonly plan: string;
  /** Of this very question. */
  readonly id: string;
}

/** The types of the package leave the envelope empty. */
interface Said {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
}

const KEY = 'consent';

/** @param answered questions whose answer was heard */
export function consentOf(
  context: ServerContext,
  server: McpServer,
  codec: RequestStateCodec<Asked>,
  answered: Set<string>,
): Consent {
  const { envelope, inputResponses, requestState } = context.mcpReq;
  // Said with each request; by an older client once, at the start.
  const said = (envelope as Said | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
  const elicitation = (said ?? server.server.getClientCapabilities())?.elicitation;
  return {
    // A client that says nothing of kinds knows forms.
    possible: elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined),
    given(plan) {
      const response = inputResponse(inputResponses, KEY);
      const asked = requestState<Asked>();
      if (response.kind !== 'elicit' || asked?.plan !== plan || answered.has(asked.id)) return undefined;
      answered.add(asked.id);
      return response.action;
    },
    async ask(message, plan) {
      const requestedSchema = { type: 'object', properties: {} } as const;
      return inputRequired({
        inputRequests: { [KEY]: inputRequired.elicit({ message, requestedSchema }) },
        requestState: await codec.mint({ plan, id: randomUUID() }, context),
      });
    },
  };
}
