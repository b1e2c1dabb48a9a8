import type { OAuthProvider } from '../../config/providers.ts'
import { actionUrl, type Context } from '../../request/context.ts'
import type { FlowResult } from '../../http/result.ts'
import { lazy } from '../../kit/lazy.ts'
import { pageProps, pageResult } from '../../pages/page-result.ts'

const continuePage = lazy(() => import('../../pages/continue.ts'))

/**
 * A page whose button posts to the callback of a provider again, from the application's own site. It changes nothing.
 *
 * @param fields - the parameters of the callback
 */
export async function repostFromSameSite(
  context: Context,
  { id, name }: OAuthProvider,
  fields: Readonly<Record<string, string>>,
): Promise<FlowResult> {
  const { renderContinue } = await continuePage()
  const action = actionUrl(context, `callback/${id}`)
  return pageResult(
    renderContinue({ ...(await pageProps(context)), action, name, fields }),
    context.jar,
  )
}
