// Written by tools/providers-index.mjs.
import type { Service } from './service.ts'

/** Id of a service of the catalogue: that of its provider. */
export type ServiceId =
  | 'asgardeo'
  | 'beyondidentity'
  | 'cognito'
  | 'duende-identity-server6'
  | 'github'
  | 'identity-server4'
  | 'kinde'
  | 'logto'
  | 'onelogin'
  | 'ory-hydra'
  | 'passage'
  | 'ping-id'
  | 'vercel'
  | 'vipps'
  | 'webex'
  | 'wechat'
  | 'wikimedia'
  | 'wordpress'
  | 'workos'
  | 'yandex'
  | 'zitadel'
  | 'zoom'

/** The catalogue: the data of every service, loaded when it is asked for. */
export const services: Readonly<Record<ServiceId, () => Promise<{ readonly service: Service }>>> = {
  asgardeo: () => import('./services/asgardeo.ts'),
  beyondidentity: () => import('./services/beyondidentity.ts'),
  cognito: () => import('./services/cognito.ts'),
  'duende-identity-server6': () => import('./services/duende-identity-server6.ts'),
  github: () => import('./services/github.ts'),
  'identity-server4': () => import('./services/identity-server4.ts'),
  kinde: () => import('./services/kinde.ts'),
  logto: () => import('./services/logto.ts'),
  onelogin: () => import('./services/onelogin.ts'),
  'ory-hydra': () => import('./services/ory-hydra.ts'),
  passage: () => import('./services/passage.ts'),
  'ping-id': () => import('./services/ping-id.ts'),
  vercel: () => import('./services/vercel.ts'),
  vipps: () => import('./services/vipps.ts'),
  webex: () => import('./services/webex.ts'),
  wechat: () => import('./services/wechat.ts'),
  wikimedia: () => import('./services/wikimedia.ts'),
  wordpress: () => import('./services/wordpress.ts'),
  workos: () => import('./services/workos.ts'),
  yandex: () => import('./services/yandex.ts'),
  zitadel: () => import('./services/zitadel.ts'),
  zoom: () => import('./services/zoom.ts'),
}
