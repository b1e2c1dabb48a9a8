// Written by tools/providers-index.mjs.
import type { Service } from './service.ts'

/** Id of a service of the catalogue: that of its provider. */
export type ServiceId =
  | '42-school'
  | 'airtable'
  | 'apple'
  | 'asana'
  | 'asgardeo'
  | 'atlassian'
  | 'auth0'
  | 'authelia'
  | 'authentik'
  | 'azure-ad'
  | 'azure-ad-b2c'
  | 'azure-devops'
  | 'bankid-no'
  | 'battlenet'
  | 'beyondidentity'
  | 'bitbucket'
  | 'bluesky'
  | 'box'
  | 'boxyhq-saml'
  | 'bungie'
  | 'canva'
  | 'casdoor'
  | 'clerk'
  | 'click-up'
  | 'cognito'
  | 'coinbase'
  | 'concept2'
  | 'descope'
  | 'dex'
  | 'discord'
  | 'dribbble'
  | 'dropbox'
  | 'dropbox-oidc'
  | 'duende-identity-server'
  | 'duende-identity-server6'
  | 'epic-games'
  | 'eventbrite'
  | 'eveonline'
  | 'facebook'
  | 'faceit'
  | 'figma'
  | 'forgejo'
  | 'foursquare'
  | 'freshbooks'
  | 'frontegg'
  | 'fusionauth'
  | 'gitea'
  | 'github'
  | 'gitlab'
  | 'gitlab-oidc'
  | 'google'
  | 'gumroad'
  | 'hubspot'
  | 'huggingface'
  | 'identity-server4'
  | 'instagram'
  | 'intuit'
  | 'kakao'
  | 'kakao-oidc'
  | 'kanidm'
  | 'keycloak'
  | 'kick'
  | 'kinde'
  | 'line'
  | 'linear'
  | 'linkedin'
  | 'logto'
  | 'mailchimp'
  | 'mailru'
  | 'mastodon'
  | 'mattermost'
  | 'medium'
  | 'mercado-libre'
  | 'microsoft-entra-id'
  | 'naver'
  | 'netlify'
  | 'netsuite'
  | 'nextcloud'
  | 'notion'
  | 'okta'
  | 'onelogin'
  | 'ory'
  | 'ory-hydra'
  | 'ory-polis'
  | 'osso'
  | 'osu'
  | 'passage'
  | 'patreon'
  | 'paybin'
  | 'paypal'
  | 'ping-id'
  | 'pinterest'
  | 'pipedrive'
  | 'pocket-id'
  | 'polar'
  | 'railway'
  | 'rauthy'
  | 'reddit'
  | 'roblox'
  | 'salesforce'
  | 'shopify'
  | 'simplelogin'
  | 'slack'
  | 'spotify'
  | 'steam'
  | 'strava'
  | 'stripe'
  | 'supabase'
  | 'telegram'
  | 'threads'
  | 'tiktok'
  | 'todoist'
  | 'trakt'
  | 'twitch'
  | 'twitter'
  | 'united-effects'
  | 'vercel'
  | 'vipps'
  | 'vk'
  | 'webex'
  | 'webex-oidc'
  | 'wechat'
  | 'wikimedia'
  | 'wordpress'
  | 'workos'
  | 'x'
  | 'xero'
  | 'yandex'
  | 'zitadel'
  | 'zoho'
  | 'zoom'

/** The catalogue: the data of every service, loaded when it is asked for. */
export const services: Readonly<Record<ServiceId, () => Promise<{ readonly service: Service }>>> = {
  '42-school': () => import('./services/42-school.ts'),
  airtable: () => import('./services/airtable.ts'),
  apple: () => import('./services/apple.ts'),
  asana: () => import('./services/asana.ts'),
  asgardeo: () => import('./services/asgardeo.ts'),
  atlassian: () => import('./services/atlassian.ts'),
  auth0: () => import('./services/auth0.ts'),
  authelia: () => import('./services/authelia.ts'),
  authentik: () => import('./services/authentik.ts'),
  'azure-ad': () => import('./services/azure-ad.ts'),
  'azure-ad-b2c': () => import('./services/azure-ad-b2c.ts'),
  'azure-devops': () => import('./services/azure-devops.ts'),
  'bankid-no': () => import('./services/bankid-no.ts'),
  battlenet: () => import('./services/battlenet.ts'),
  beyondidentity: () => import('./services/beyondidentity.ts'),
  bitbucket: () => import('./services/bitbucket.ts'),
  bluesky: () => import('./services/bluesky.ts'),
  box: () => import('./services/box.ts'),
  'boxyhq-saml': () => import('./services/boxyhq-saml.ts'),
  bungie: () => import('./services/bungie.ts'),
  canva: () => import('./services/canva.ts'),
  casdoor: () => import('./services/casdoor.ts'),
  clerk: () => import('./services/clerk.ts'),
  'click-up': () => import('./services/click-up.ts'),
  cognito: () => import('./services/cognito.ts'),
  coinbase: () => import('./services/coinbase.ts'),
  concept2: () => import('./services/concept2.ts'),
  descope: () => import('./services/descope.ts'),
  dex: () => import('./services/dex.ts'),
  discord: () => import('./services/discord.ts'),
  dribbble: () => import('./services/dribbble.ts'),
  dropbox: () => import('./services/dropbox.ts'),
  'dropbox-oidc': () => import('./services/dropbox-oidc.ts'),
  'duende-identity-server': () => import('./services/duende-identity-server.ts'),
  'duende-identity-server6': () => import('./services/duende-identity-server6.ts'),
  'epic-games': () => import('./services/epic-games.ts'),
  eventbrite: () => import('./services/eventbrite.ts'),
  eveonline: () => import('./services/eveonline.ts'),
  facebook: () => import('./services/facebook.ts'),
  faceit: () => import('./services/faceit.ts'),
  figma: () => import('./services/figma.ts'),
  forgejo: () => import('./services/forgejo.ts'),
  foursquare: () => import('./services/foursquare.ts'),
  freshbooks: () => import('./services/freshbooks.ts'),
  frontegg: () => import('./services/frontegg.ts'),
  fusionauth: () => import('./services/fusionauth.ts'),
  gitea: () => import('./services/gitea.ts'),
  github: () => import('./services/github.ts'),
  gitlab: () => import('./services/gitlab.ts'),
  'gitlab-oidc': () => import('./services/gitlab-oidc.ts'),
  google: () => import('./services/google.ts'),
  gumroad: () => import('./services/gumroad.ts'),
  hubspot: () => import('./services/hubspot.ts'),
  huggingface: () => import('./services/huggingface.ts'),
  'identity-server4': () => import('./services/identity-server4.ts'),
  instagram: () => import('./services/instagram.ts'),
  intuit: () => import('./services/intuit.ts'),
  kakao: () => import('./services/kakao.ts'),
  'kakao-oidc': () => import('./services/kakao-oidc.ts'),
  kanidm: () => import('./services/kanidm.ts'),
  keycloak: () => import('./services/keycloak.ts'),
  kick: () => import('./services/kick.ts'),
  kinde: () => import('./services/kinde.ts'),
  line: () => import('./services/line.ts'),
  linear: () => import('./services/linear.ts'),
  linkedin: () => import('./services/linkedin.ts'),
  logto: () => import('./services/logto.ts'),
  mailchimp: () => import('./services/mailchimp.ts'),
  mailru: () => import('./services/mailru.ts'),
  mastodon: () => import('./services/mastodon.ts'),
  mattermost: () => import('./services/mattermost.ts'),
  medium: () => import('./services/medium.ts'),
  'mercado-libre': () => import('./services/mercado-libre.ts'),
  'microsoft-entra-id': () => import('./services/microsoft-entra-id.ts'),
  naver: () => import('./services/naver.ts'),
  netlify: () => import('./services/netlify.ts'),
  netsuite: () => import('./services/netsuite.ts'),
  nextcloud: () => import('./services/nextcloud.ts'),
  notion: () => import('./services/notion.ts'),
  okta: () => import('./services/okta.ts'),
  onelogin: () => import('./services/onelogin.ts'),
  ory: () => import('./services/ory.ts'),
  'ory-hydra': () => import('./services/ory-hydra.ts'),
  'ory-polis': () => import('./services/ory-polis.ts'),
  osso: () => import('./services/osso.ts'),
  osu: () => import('./services/osu.ts'),
  passage: () => import('./services/passage.ts'),
  patreon: () => import('./services/patreon.ts'),
  paybin: () => import('./services/paybin.ts'),
  paypal: () => import('./services/paypal.ts'),
  'ping-id': () => import('./services/ping-id.ts'),
  pinterest: () => import('./services/pinterest.ts'),
  pipedrive: () => import('./services/pipedrive.ts'),
  'pocket-id': () => import('./services/pocket-id.ts'),
  polar: () => import('./services/polar.ts'),
  railway: () => import('./services/railway.ts'),
  rauthy: () => import('./services/rauthy.ts'),
  reddit: () => import('./services/reddit.ts'),
  roblox: () => import('./services/roblox.ts'),
  salesforce: () => import('./services/salesforce.ts'),
  shopify: () => import('./services/shopify.ts'),
  simplelogin: () => import('./services/simplelogin.ts'),
  slack: () => import('./services/slack.ts'),
  spotify: () => import('./services/spotify.ts'),
  steam: () => import('./services/steam.ts'),
  strava: () => import('./services/strava.ts'),
  stripe: () => import('./services/stripe.ts'),
  supabase: () => import('./services/supabase.ts'),
  telegram: () => import('./services/telegram.ts'),
  threads: () => import('./services/threads.ts'),
  tiktok: () => import('./services/tiktok.ts'),
  todoist: () => import('./services/todoist.ts'),
  trakt: () => import('./services/trakt.ts'),
  twitch: () => import('./services/twitch.ts'),
  twitter: () => import('./services/twitter.ts'),
  'united-effects': () => import('./services/united-effects.ts'),
  vercel: () => import('./services/vercel.ts'),
  vipps: () => import('./services/vipps.ts'),
  vk: () => import('./services/vk.ts'),
  webex: () => import('./services/webex.ts'),
  'webex-oidc': () => import('./services/webex-oidc.ts'),
  wechat: () => import('./services/wechat.ts'),
  wikimedia: () => import('./services/wikimedia.ts'),
  wordpress: () => import('./services/wordpress.ts'),
  workos: () => import('./services/workos.ts'),
  x: () => import('./services/x.ts'),
  xero: () => import('./services/xero.ts'),
  yandex: () => import('./services/yandex.ts'),
  zitadel: () => import('./services/zitadel.ts'),
  zoho: () => import('./services/zoho.ts'),
  zoom: () => import('./services/zoom.ts'),
}
