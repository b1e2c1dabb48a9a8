import { IncomingMessage, type ServerResponse } from 'node:http'
import process from 'node:process'
import { createRequestEntry } from '@latchstring/core/framework'
import type { FrameworkAuthConfigInput, FrameworkOptions } from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { Session } from '@latchstring/core/types'
import { createNodeAuth } from '@latchstring/node'
import { findEvent, TEXTS } from './lib/find-event.ts'
import { createFunctions } from './lib/functions.ts'
import { askAuthorized } from './lib/guard.ts'
import type { LatchstringVinxi, StartEvent, StartEntry } from './lib/types.ts'

export type { LatchstringVinxi } from './lib/types.ts'

interface NodeObjects {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

function findNodeObjects({ nativeEvent }: StartEvent): NodeObjects {
  // SolidStart 1 uses an event of H3 1.
  const { node } = nativeEvent as { readonly node?: NodeObjects }
  if (!node) throw new Error('SolidStart 1 is needed here. For 2 import @latchstring/solid-start.')
  return node
}

/** Whether this process is `vinxi build`. */
function isBuilding(): boolean {
  const [, script = '', ...args] = process.argv
  return /[\\/]vinxi(?:[\\/]|$)/.test(script) && args.includes('build')
}

/**
 * Whether Nitro renders the page at build time, by a request without a connection. Where functions serve the application such
 * requests are those of clients, who can write any header.
 */
function isPrerendering({ req }: NodeObjects): boolean {
  const made: object = req
  return !(made instanceof IncomingMessage) && isBuilding()
}

/**
 * Sets up Latchstring for SolidStart 1, on servers of Node.js.
 *
 * @param config - the configuration, or a function that returns one for a request
 * @param options - environment, default base path and clock
 *
 * @example
 * ```ts
 * import GitHub from '@latchstring/core/providers/github'
 * import Latchstring from '@latchstring/solid-start/vinxi'
 *
 * export const { onRequest, guard, auth, requireSession, protect, signIn, signOut } = Latchstring({
 *   providers: [GitHub],
 * })
 * ```
 */
export default function Latchstring<
  const Token extends JWT = JWT,
  const S extends object = Session,
>(config: FrameworkAuthConfigInput<Token, S>, options: FrameworkOptions = {}): LatchstringVinxi<S> {
  const node = createNodeAuth<Token, S>(config, options)

  function find(event: StartEvent = findEvent()): StartEntry<S> {
    const { req, res } = findNodeObjects(event)
    const open = isPrerendering({ req, res }) ? undefined : { scope: node.scope(req, res) }
    return createRequestEntry(event, open, TEXTS.prerendered)
  }

  return {
    ...createFunctions(find, () => node.operations),
    async onRequest(event) {
      const { req, res } = findNodeObjects(event)
      if (!isPrerendering({ req, res }) && (await node.answer(req, res))) return
      const { auth, client } = find(event)
      Object.assign(event.locals, { auth, client })
    },
    guard: (event) => askAuthorized(find(event)),
  }
}
