export { checkRedirectProxy, createRedirectProxy } from './lib/engine/redirect-proxy.ts'
export type {
  RedirectProxy,
  RedirectProxyCheck,
  RedirectProxyCheckOptions,
  RedirectProxyEnvironment,
  RedirectProxyOptions,
} from './lib/engine/redirect-proxy.ts'
