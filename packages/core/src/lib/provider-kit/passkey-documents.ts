import type { AnyFeature } from '../types/feature.ts'
import type { WellKnownAnswer, WellKnownContext } from '../types/feature-well-known.ts'
import type { WebAuthnConfig } from '../types/webauthn.ts'

/** Where password managers send users, by {@link passkeyDocuments}: a path of the application, or an address with https. */
export interface PasskeyPages {
  /** Page on which users add a passkey. Default: none. */
  readonly enroll?: string
  /** Page on which users see and remove their passkeys. Default: the account page, with `account.page`. */
  readonly manage?: string
}

/** @throws TypeError for what is neither a path nor an address with https */
function requirePage(name: keyof PasskeyPages, page: string | undefined): void {
  if (page === undefined || /^\/(?![/\\])/.test(page)) return
  if (URL.canParse(page) && new URL(page).protocol === 'https:') return
  throw new TypeError(
    `\`${name}\` of \`passkeyDocuments\` has to be a path of the application, such as /settings/passkeys, or an address with https.`,
  )
}

/** The related origins (Web Authentication Level 3, section 5.11): those of the provider that are of the web. The core checks them all. */
function relatedOrigins({ options = {}, ...own }: WebAuthnConfig): readonly string[] {
  const { relyingParty, relayingParty } = { ...own, ...options }
  const { origin = [] } = relyingParty ?? relayingParty ?? {}
  return [origin].flat().filter((one) => /^https?:\/\//.test(one))
}

function describePages(
  { enroll, manage }: PasskeyPages,
  { origin, accountPage }: WellKnownContext,
): WellKnownAnswer {
  const managed = manage ?? accountPage
  return {
    json: {
      ...(enroll !== undefined && { enroll: new URL(enroll, origin).href }),
      ...(managed !== null && { manage: new URL(managed, origin).href }),
    },
  }
}

/**
 * The public documents about passkeys. `/.well-known/passkey-endpoints` tells password managers where users add and manage them, and
 * `/.well-known/webauthn` tells browsers which other origins may use them: those in `relyingParty.origin` of the provider. Without that option,
 * and where `getRelayingParty` decides, there is only the first.
 *
 * @param provider - the one in `providers`
 * @param pages - where users add and manage passkeys
 * @returns a feature, for `features`
 * @throws TypeError for a page that is neither a path nor an address with https
 *
 * @example
 * ```ts
 * import Passkey, { passkeyDocuments } from '@latchstring/core/providers/passkey'
 *
 * const origin = ['https://example.com', 'https://example.co.uk']
 * const passkey = Passkey({ relyingParty: { id: 'example.com', name: 'Example', origin } })
 *
 * export const providers = [passkey]
 * export const features = [passkeyDocuments(passkey, { enroll: '/settings/passkeys' })]
 * ```
 */
export function passkeyDocuments(provider: WebAuthnConfig, pages: PasskeyPages = {}): AnyFeature {
  requirePage('enroll', pages.enroll)
  requirePage('manage', pages.manage)
  const origins = relatedOrigins(provider)
  return {
    name: 'passkey-documents',
    wellKnown: {
      'passkey-endpoints': {
        load: async () => ({ run: (context) => describePages(pages, context) }),
      },
      ...(origins.length > 0 && {
        webauthn: { load: async () => ({ run: () => ({ json: { origins } }) }) },
      }),
    },
  }
}
