import type ProviderClass from 'oidc-provider'
import type { interactionPolicy as InteractionPolicy } from 'oidc-provider'

/** What this package takes from `oidc-provider`. */
export interface OidcProviderModule {
  readonly Provider: typeof ProviderClass
  readonly interactionPolicy: typeof InteractionPolicy
}

/**
 * Loads `oidc-provider` without its notice about Node 20, on which it runs well enough for tests.
 * The notice goes to `console.warn` while the module is evaluated and there is no option for it.
 */
async function load(): Promise<OidcProviderModule> {
  const { warn } = console
  console.warn = (...values: unknown[]) => {
    if (!String(values[0]).includes('Unsupported runtime')) warn(...values)
  }
  try {
    const { Provider, interactionPolicy } = await import('oidc-provider')
    return { Provider, interactionPolicy }
  } finally {
    console.warn = warn
  }
}

/** The module `oidc-provider`. */
export const oidcProvider: OidcProviderModule = await load()
