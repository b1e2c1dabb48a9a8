import type { ProviderOfKind, ResolvedProvider } from '../config/providers.ts'
import type { Context } from '../request/context.ts'
import type { FlowResult } from '../http/result.ts'
import { lazy } from '../kit/lazy.ts'
import { CHANGE, READ, type Route } from '../request/route.ts'

/** A step of a provider's flow. */
type FlowStep<P> = (context: Context, provider: P) => Promise<FlowResult>

type Callback<P> = Pick<Route, 'csrf' | 'origin'> & { readonly run: FlowStep<P> }

/** The steps of a sign-in with one kind of provider. */
interface KindRow<P> {
  /** POST signin. Absent where the sign-in page has the form that finishes the sign-in. */
  readonly start?: FlowStep<P>
  /** The step that `signIn()` on the server calls where there is no `start`. */
  readonly finish?: FlowStep<P>
  readonly callback: { readonly GET?: Callback<P>; readonly POST: Callback<P> }
  /** GET webauthn-options. */
  readonly options?: FlowStep<P>
}

type ProviderKind = ResolvedProvider['kind']

// Loaded on first use: reading a session needs none of them.
const oauthStart = lazy(() => import('../sign-in/oauth/start.ts'))
const oauthFinish = lazy(() => import('../sign-in/oauth/callback.ts'))
const emailStart = lazy(() => import('../sign-in/email/start.ts'))
const emailFinish = lazy(() => import('../sign-in/email/callback.ts'))
const credentialsFinish = lazy(() => import('../sign-in/credentials/callback.ts'))
const featureForm = lazy(() => import('./features/verify-form.ts'))
const webAuthnFinish = lazy(() => import('../sign-in/passkey/callback.ts'))
const waitingPasskey = lazy(() => import('./features/answer-pending.ts'))
const webAuthnOptions = lazy(() => import('../sign-in/passkey/options-action.ts'))

const startOAuth: FlowStep<ProviderOfKind<'oauth'>> = async (context, provider) =>
  (await oauthStart()).signInWithOAuth(context, provider)

/** The authorization response comes from another site by design; the transaction protects it. */
const oauthCallback: Callback<ProviderOfKind<'oauth'>> = {
  ...READ,
  run: async (context, provider) => (await oauthFinish()).callbackOAuth(context, provider),
}

const OAUTH: KindRow<ProviderOfKind<'oauth'>> = {
  start: startOAuth,
  callback: { GET: oauthCallback, POST: oauthCallback },
}

const finishCredentials: FlowStep<ProviderOfKind<'credentials'>> = async (context, provider) =>
  (await credentialsFinish()).callbackCredentials(context, provider, async (...given) =>
    (await featureForm()).verifyForm(...given),
  )

const KINDS: { readonly [K in ProviderKind]: KindRow<ProviderOfKind<K>> } = {
  oauth: OAUTH,
  oidc: OAUTH,
  email: {
    start: async (context, provider) => (await emailStart()).signInWithEmail(context, provider),
    callback: {
      GET: {
        ...READ,
        run: async (context, provider) => (await emailFinish()).openLink(context, provider),
      },
      POST: {
        ...CHANGE,
        run: async (context, provider) => (await emailFinish()).submitMail(context, provider),
      },
    },
  },
  credentials: {
    finish: finishCredentials,
    callback: { POST: { ...CHANGE, run: finishCredentials } },
  },
  webauthn: {
    callback: {
      POST: {
        ...CHANGE,
        run: async (context, provider) =>
          (await webAuthnFinish()).callbackWebAuthn(context, provider, async (...given) =>
            (await waitingPasskey()).passByPasskey(...given),
          ),
      },
    },
    options: async (context, provider) =>
      (await webAuthnOptions()).getWebAuthnOptions(context, provider),
  },
}

/** The row of the kind of a provider. */
export function kindRow<P extends ResolvedProvider>(provider: P): KindRow<P> {
  // The row of a kind accepts the providers of that kind, which types cannot express for a union.
  return KINDS[provider.kind] as unknown as KindRow<P>
}
