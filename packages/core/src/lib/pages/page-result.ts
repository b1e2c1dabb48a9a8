import { createCache } from '../kit/cache.ts'
import type { Context } from '../request/context.ts'
import { sha256 } from '../crypto/hash.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { FlowResult } from '../http/result.ts'
import { requestTexts } from './request-texts.ts'
import { siteName } from './name.ts'
import type { Page, PageProps } from './page.ts'
import type { Texts } from '../types/texts.ts'

/** The props of every page that depend on the request. */
export async function pageProps({
  config,
  origin,
  request,
}: Pick<Context, 'config' | 'origin' | 'request'>): Promise<PageProps & { readonly texts: Texts }> {
  return {
    theme: config.theme,
    texts: await requestTexts(config, request.headers),
    host: siteName({ config, origin }),
  }
}

const sources = createCache<Promise<string>>({ entries: 128 })

async function digestSource(text: string): Promise<string> {
  const digest = await sha256(text)
  return `'sha256-${digest.replaceAll('-', '+').replaceAll('_', '/')}='`
}

/** The source expression of a text (CSP Level 3, section 2.3.1). */
function hashSource(text: string): Promise<string> {
  return sources.get(text, () => digestSource(text))
}

/**
 * A page with its Content Security Policy. `form-action` allows any https site: browsers apply it to every redirect after a
 * form, and the hosts of a sign-in are known to the provider only.
 */
export async function pageResult(
  page: Page,
  jar: CookieJar,
  status: number = 200,
): Promise<FlowResult> {
  const styles = await Promise.all(page.styles.map(hashSource))
  const scripts = await Promise.all(page.scripts.map(hashSource))
  const policy = [
    "default-src 'none'",
    `style-src ${styles.join(' ')}`,
    ...(scripts.length > 0 ? [`script-src ${scripts.join(' ')}`] : []),
    ...(page.connects ? ["connect-src 'self'"] : []),
    "img-src 'self' https: data:",
    "form-action 'self' https: http://localhost:* http://127.0.0.1:*",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
  return { kind: 'page', html: page.html, status, policy, jar }
}
