import { type AroundEnding, createWritingContext } from '../../features/writing-context.ts'
import type { CookieJar } from '../../http/cookie-jar.ts'
import type { Guard } from '../../features/insert-owned.ts'
import { lazy } from '../../kit/lazy.ts'
import type { Context, SessionContext } from '../../request/context.ts'
import type { FeatureMail, MailProof } from '../../types/feature-mail.ts'
import type { Actor } from '../../types/actor.ts'
import type { AnyFeature, WritingContext } from '../../types/feature.ts'
import { givenTarget } from '../require-session-page.ts'

const loadSend = lazy(() => import('../../sign-in/email/proofs/send.ts'))
const loadUsers = lazy(() => import('../../sign-in/email/proofs/users.ts'))

/** What mails are sent for. */
export interface WritingRequest {
  /** The request; a function where it has to be made first, which is for mails alone. */
  readonly asked: Context | (() => Context)
  /** Where cookies can be set. */
  readonly cookies?: { jar: CookieJar }
  /** What is wrong with the request by now. Of none where it has no user. */
  readonly guard?: Guard | undefined
  /** When it began, in milliseconds. Default: now. */
  readonly begunAt?: number | undefined
  /** The administrator who acts for the user. */
  readonly actor?: Actor | null | undefined
  /** What a mail has proven, in a change that was given it. */
  readonly proof?: MailProof | null
  /** Called before a mail that proves something, or one in place of it, is sent. */
  readonly onProving?: (() => void) | undefined
  /** See `AroundEnding`. */
  readonly around?: AroundEnding | undefined
}

/** The mails of a feature, which are loaded with the first one. */
function lazyMail(feature: AnyFeature, request: WritingRequest): FeatureMail {
  const { asked, cookies, guard, onProving } = request
  const open = async (): Promise<FeatureMail> => {
    const { featureMail } = await loadSend()
    return featureMail(feature, () => {
      const context = typeof asked === 'function' ? asked() : asked
      return { context, cookies, callbackUrl: givenTarget(context), guard }
    })
  }
  return Object.freeze<FeatureMail>({
    prove: async (...given) => {
      onProving?.()
      return (await open()).prove(...given)
    },
    send: async (notice, sent) => {
      if (sent.instead !== undefined) onProving?.()
      return (await open()).send(notice, sent)
    },
    endProofs: async (...given) => (await open()).endProofs(...given),
  })
}

/** The context of what may write. */
export function openWriting(
  feature: AnyFeature,
  context: SessionContext,
  request: WritingRequest,
): WritingContext {
  const { proof = null, guard, begunAt, actor = null, around } = request
  const runs: AroundEnding = around ?? ((end) => end())
  return createWritingContext(feature, context, {
    guard,
    begunAt,
    actor,
    around,
    mail: lazyMail(feature, request),
    users: {
      register: async (user) => {
        const { registerUser } = await loadUsers()
        return runs(() => registerUser(context, proof, user))
      },
      proveEmail: async () => {
        const { proveEmail } = await loadUsers()
        return runs(() => proveEmail(context, proof))
      },
    },
  })
}
