import { DEFAULT_MAX_AGE, lifetimeInMinutes } from '../lib/provider-kit/mail/compose.ts'
import {
  handOver,
  requireApiKey,
  requiredToSend,
  type ToSend,
} from '../lib/provider-kit/mail/mail-service.ts'
import type {
  DescriptiveMember,
  EmailConfig,
  SendVerificationRequestParams,
} from '../lib/types/provider.ts'

/** The data variables of the mail at Loops. */
export type LoopsDataVariable = 'url' | 'code' | 'host' | 'minutes'

/** The provider that {@link Loops} makes. */
export interface LoopsConfig extends EmailConfig {
  /** Id of the published transactional mail. */
  readonly transactionalId?: string
  /**
   * The data variables of the mail: the link, the code that can be typed in its place, the host of the application, and
   * for how many minutes link and code work. Default: `['url']`.
   */
  readonly dataVariables?: readonly LoopsDataVariable[]
}

/** Options of {@link Loops}. */
export type LoopsUserConfig = ToSend<LoopsOptions, 'transactionalId'>

type LoopsOptions = Partial<Omit<LoopsConfig, DescriptiveMember>>

function send(
  params: SendVerificationRequestParams,
  { transactionalId, dataVariables = ['url'] }: LoopsOptions,
): Promise<void> {
  const { identifier, url, code, provider } = params
  if (!transactionalId) {
    throw new Error(`The provider "${provider.id}" has no \`transactionalId\`. Set it.`)
  }
  const { host } = new URL(url)
  const values = { url, code, host, minutes: String(lifetimeInMinutes(provider)) }
  return handOver('Loops', params, {
    url: 'https://app.loops.so/api/v1/transactional',
    headers: { authorization: `Bearer ${requireApiKey(params)}` },
    body: {
      transactionalId,
      email: identifier,
      dataVariables: Object.fromEntries(dataVariables.map((name) => [name, values[name]])),
    },
  })
}

/**
 * Sign-in by a mail with a link, sent through Loops.
 *
 * The mail is one you write at Loops, with the data variable `url` for the link; `from` is set there, too. To have the
 * code in it that can be typed in place of following the link, add the variable `code` to the mail and to
 * `dataVariables`. The store of the application has to keep verification tokens.
 *
 * Environment: `AUTH_LOOPS_KEY`.
 *
 * @param options - `transactionalId`, `apiKey`, `dataVariables` and overrides of any member; `maxAge` is in seconds
 * @see https://loops.so/docs/transactional
 *
 * @example
 * ```ts
 * import Loops from '@latchstring/core/providers/loops'
 *
 * export const providers = [
 *   Loops({ transactionalId: 'clfq6dinn000yl70fgwwyp82l', dataVariables: ['url', 'code'] }),
 * ]
 * ```
 */
export default function Loops(options: LoopsUserConfig): LoopsConfig
// Missing options are reported when the configuration is resolved.
export default function Loops(options: LoopsOptions = {}): LoopsConfig {
  return {
    id: 'loops',
    name: 'Loops',
    type: 'email',
    ownOptions: ['transactionalId', 'dataVariables'],
    maxAge: DEFAULT_MAX_AGE,
    requires: requiredToSend(options, ['apiKey', 'transactionalId']),
    sendVerificationRequest: (params) => send(params, options),
    options,
  }
}
