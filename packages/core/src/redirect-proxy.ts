export { checkRedirectProxy, createRedirectProxy } from './lib/redirect-proxy.ts'
export type {
  RedirectProxy,
  RedirectProxyCheck,
  RedirectProxyCheckOptions,
  RedirectProxyEnvironment,
  RedirectProxyOptions,
} from './lib/redirect-proxy.ts'
