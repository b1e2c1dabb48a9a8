import type { Context } from '../request/context.ts'
import type { FlowResult } from '../http/result.ts'
import { lazy } from '../kit/lazy.ts'
import type { EndSessionProps } from '../pages/end-session.ts'
import { pageProps, pageResult } from '../pages/page-result.ts'

const endSessionPage = lazy(() => import('../pages/end-session.ts'))
const signedOutPage = lazy(() => import('../pages/signed-out.ts'))

/** A page whose button posts a logout request to a provider. */
export async function endSessionForm(
  context: Context,
  props: Pick<EndSessionProps, 'action' | 'name' | 'fields'>,
): Promise<FlowResult> {
  const { renderEndSession } = await endSessionPage()
  const { returnTo, jar } = context
  const page = renderEndSession({ ...(await pageProps(context)), ...props, stayUrl: returnTo })
  return pageResult(page, jar)
}

/** A page for a return from a provider that changes nothing. */
export async function nothingChanged(context: Context): Promise<FlowResult> {
  const { renderSignedOut } = await signedOutPage()
  const { origin, jar } = context
  return pageResult(renderSignedOut({ ...(await pageProps(context)), homeUrl: origin.href }), jar)
}
