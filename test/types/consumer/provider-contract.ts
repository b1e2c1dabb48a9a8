/**
 * Names, types and options that applications may already use of each provider, as the catalogue has them. What is missing
 * does not compile.
 */
import type * as FortyTwo from '@latchstring/core/providers/42-school'
import type * as Apple from '@latchstring/core/providers/apple'
import type * as Asgardeo from '@latchstring/core/providers/asgardeo'
import type * as Atlassian from '@latchstring/core/providers/atlassian'
import type * as Auth0 from '@latchstring/core/providers/auth0'
import type * as Authentik from '@latchstring/core/providers/authentik'
import type * as AzureAD from '@latchstring/core/providers/azure-ad'
import type * as AzureADB2C from '@latchstring/core/providers/azure-ad-b2c'
import type * as AzureDevOpsProvider from '@latchstring/core/providers/azure-devops'
import type * as BankIDNorway from '@latchstring/core/providers/bankid-no'
import type * as BattleNet from '@latchstring/core/providers/battlenet'
import type * as BeyondIdentity from '@latchstring/core/providers/beyondidentity'
import type * as Bitbucket from '@latchstring/core/providers/bitbucket'
import type * as SAMLJackson from '@latchstring/core/providers/boxyhq-saml'
import type * as ClickUp from '@latchstring/core/providers/click-up'
import type * as Cognito from '@latchstring/core/providers/cognito'
import type * as Concept2 from '@latchstring/core/providers/concept2'
import type * as Credentials from '@latchstring/core/providers/credentials'
import type * as Descope from '@latchstring/core/providers/descope'
import type * as Discord from '@latchstring/core/providers/discord'
import type * as Dribbble from '@latchstring/core/providers/dribbble'
import type * as DuendeIdentityServer6 from '@latchstring/core/providers/duende-identity-server6'
import type * as Email from '@latchstring/core/providers/email'
import type * as Eventbrite from '@latchstring/core/providers/eventbrite'
import type * as EVEOnline from '@latchstring/core/providers/eveonline'
import type * as Facebook from '@latchstring/core/providers/facebook'
import type * as ForwardEmail from '@latchstring/core/providers/forwardemail'
import type * as Foursquare from '@latchstring/core/providers/foursquare'
import type * as Frontegg from '@latchstring/core/providers/frontegg'
import type * as FusionAuth from '@latchstring/core/providers/fusionauth'
import type * as GitHub from '@latchstring/core/providers/github'
import type * as GitLab from '@latchstring/core/providers/gitlab'
import type * as Google from '@latchstring/core/providers/google'
import type * as Gumroad from '@latchstring/core/providers/gumroad'
import type * as Huggingface from '@latchstring/core/providers/huggingface'
import type * as IdentityServer4 from '@latchstring/core/providers/identity-server4'
import type * as Kakao from '@latchstring/core/providers/kakao'
import type * as Keycloak from '@latchstring/core/providers/keycloak'
import type * as Kick from '@latchstring/core/providers/kick'
import type * as Kinde from '@latchstring/core/providers/kinde'
import type * as LINE from '@latchstring/core/providers/line'
import type * as Linear from '@latchstring/core/providers/linear'
import type * as LinkedIn from '@latchstring/core/providers/linkedin'
import type * as Logto from '@latchstring/core/providers/logto'
import type * as Loops from '@latchstring/core/providers/loops'
import type * as MailGun from '@latchstring/core/providers/mailgun'
import type * as Mastodon from '@latchstring/core/providers/mastodon'
import type * as Mattermost from '@latchstring/core/providers/mattermost'
import type * as MicrosoftEntraID from '@latchstring/core/providers/microsoft-entra-id'
import type * as Naver from '@latchstring/core/providers/naver'
import type * as NetSuite from '@latchstring/core/providers/netsuite'
import type * as Nextcloud from '@latchstring/core/providers/nextcloud'
import type * as Nodemailer from '@latchstring/core/providers/nodemailer'
import type * as NotionProvider from '@latchstring/core/providers/notion'
import type * as Okta from '@latchstring/core/providers/okta'
import type * as OneLogin from '@latchstring/core/providers/onelogin'
import type * as OryHydra from '@latchstring/core/providers/ory-hydra'
import type * as Osso from '@latchstring/core/providers/osso'
import type * as Osu from '@latchstring/core/providers/osu'
import type * as Passage from '@latchstring/core/providers/passage'
import type * as Passkey from '@latchstring/core/providers/passkey'
import type * as Patreon from '@latchstring/core/providers/patreon'
import type * as Paybin from '@latchstring/core/providers/paybin'
import type * as Paypal from '@latchstring/core/providers/paypal'
import type * as PingId from '@latchstring/core/providers/ping-id'
import type * as PinterestProvider from '@latchstring/core/providers/pinterest'
import type * as Pipedrive from '@latchstring/core/providers/pipedrive'
import type * as Polar from '@latchstring/core/providers/polar'
import type * as Postmark from '@latchstring/core/providers/postmark'
import type * as Railway from '@latchstring/core/providers/railway'
import type * as Resend from '@latchstring/core/providers/resend'
import type * as Roblox from '@latchstring/core/providers/roblox'
import type * as Salesforce from '@latchstring/core/providers/salesforce'
import type * as SendGrid from '@latchstring/core/providers/sendgrid'
import type * as SimpleLogin from '@latchstring/core/providers/simplelogin'
import type * as Slack from '@latchstring/core/providers/slack'
import type * as Spotify from '@latchstring/core/providers/spotify'
import type * as Strava from '@latchstring/core/providers/strava'
import type * as Threads from '@latchstring/core/providers/threads'
import type * as TikTok from '@latchstring/core/providers/tiktok'
import type * as Trakt from '@latchstring/core/providers/trakt'
import type * as Twitch from '@latchstring/core/providers/twitch'
import type * as Twitter from '@latchstring/core/providers/twitter'
import type * as UnitedEffects from '@latchstring/core/providers/united-effects'
import type * as Vercel from '@latchstring/core/providers/vercel'
import type * as Vipps from '@latchstring/core/providers/vipps'
import type * as VK from '@latchstring/core/providers/vk'
import * as WebAuthn from '@latchstring/core/providers/webauthn'
import type * as Webex from '@latchstring/core/providers/webex'
import type * as WeChat from '@latchstring/core/providers/wechat'
import type * as Wikimedia from '@latchstring/core/providers/wikimedia'
import type * as WorkOS from '@latchstring/core/providers/workos'
import type * as Yandex from '@latchstring/core/providers/yandex'
import type * as ZITADEL from '@latchstring/core/providers/zitadel'
import type * as Zoom from '@latchstring/core/providers/zoom'

/** The options of a factory. */
type OptionsOf<F> = F extends (options: infer O) => unknown
  ? NonNullable<O>
  : F extends (options?: infer O) => unknown
    ? NonNullable<O>
    : never
/** The members of a union in each of its parts. */
type KeysOf<T> = T extends unknown ? keyof T : never
/** Options that there have to be. */
type Takes<F, K extends KeysOf<OptionsOf<F>>> = K

export type Types = readonly [
  FortyTwo.UserData,
  FortyTwo.CursusUser,
  FortyTwo.ProjectUser,
  FortyTwo.Achievement,
  FortyTwo.LanguagesUser,
  FortyTwo.TitlesUser,
  FortyTwo.ExpertisesUser,
  FortyTwo.Campus,
  FortyTwo.CampusUser,
  FortyTwo.Image,
  FortyTwo.FortyTwoProfile,
  Apple.AppleProfile,
  Apple.AppleNonConformUser,
  Asgardeo.AsgardeoProfile,
  Atlassian.AtlassianProfile,
  Auth0.Auth0Profile,
  Authentik.AuthentikProfile,
  AzureAD.AzureADProfile,
  AzureADB2C.AzureADB2CProfile,
  AzureDevOpsProvider.AzureDevOpsProfile,
  BankIDNorway.BankIDNorwayProfile,
  BattleNet.BattleNetProfile,
  BattleNet.BattleNetIssuer,
  BeyondIdentity.BeyondIdentityProfile,
  Bitbucket.BitbucketProfile,
  SAMLJackson.BoxyHQSAMLProfile,
  ClickUp.ClickUpProfile,
  Cognito.CognitoProfile,
  Concept2.Concept2Profile,
  Credentials.CredentialInput,
  Credentials.CredentialsConfig,
  Credentials.CredentialsProviderId,
  Descope.DescopeProfile,
  Discord.DiscordProfile,
  Dribbble.DribbbleProfile,
  DuendeIdentityServer6.DuendeISUser,
  Email.EmailProviderType,
  Email.EmailProviderSendVerificationRequestParams,
  Email.EmailConfig,
  Email.EmailUserConfig,
  Eventbrite.EventbriteProfile,
  EVEOnline.EVEOnlineProfile,
  Facebook.FacebookProfile,
  Frontegg.FronteggProfile,
  FusionAuth.FusionAuthProfile,
  GitHub.GitHubEmail,
  GitHub.GitHubProfile,
  GitLab.GitLabProfile,
  Google.GoogleProfile,
  Huggingface.HuggingfaceProfile,
  Kakao.DateTime,
  Kakao.Gender,
  Kakao.Birthday,
  Kakao.AgeRange,
  Kakao.KakaoProfile,
  Keycloak.KeycloakProfile,
  Kinde.KindeProfile,
  LINE.LineProfile,
  LinkedIn.LinkedInProfile,
  Logto.LogtoProfile,
  Loops.LoopsUserConfig,
  Loops.LoopsConfig,
  Mastodon.MastodonProfile,
  Mattermost.MattermostProfile,
  MicrosoftEntraID.MicrosoftEntraIDProfile,
  Naver.NaverProfile,
  NetSuite.OAuthNetSuiteOptions,
  NetSuite.NetSuiteProfile,
  Nextcloud.NextcloudProfile,
  Nodemailer.NodemailerConfig,
  Nodemailer.NodemailerUserConfig,
  NotionProvider.Person,
  NotionProvider.User,
  NotionProvider.Owner,
  NotionProvider.NotionProfile,
  Okta.OktaProfile,
  OryHydra.OryHydraProfile,
  Osu.OsuUserCompact,
  Osu.OsuProfile,
  Passage.PassageProfile,
  Patreon.PatreonProfile,
  PingId.PingProfile,
  PinterestProvider.PinterestProfile,
  Pipedrive.PipedriveProfile,
  Roblox.RobloxProfile,
  Salesforce.SalesforceProfile,
  SimpleLogin.SimpleLoginProfile,
  Slack.SlackProfile,
  Spotify.SpotifyImage,
  Spotify.SpotifyProfile,
  Strava.StravaProfile,
  Threads.ThreadsProfile,
  TikTok.TiktokProfile,
  Trakt.TraktUser,
  Twitch.TwitchProfile,
  Twitter.TwitterProfile,
  UnitedEffects.UnitedEffectsProfile,
  Vipps.VippsProfile,
  VK.VkProfile,
  WebAuthn.WebAuthnProviderType,
  WebAuthn.RelayingParty,
  WebAuthn.GetUserInfo,
  WebAuthn.WebAuthnConfig,
  Webex.WebexProfile,
  WeChat.WeChatProfile,
  Wikimedia.WikimediaGroup,
  Wikimedia.WikimediaGrant,
  Wikimedia.WikimediaRight,
  Wikimedia.WikimediaProfile,
  WorkOS.WorkOSProfile,
  Yandex.YandexProfile,
  ZITADEL.ZitadelProfile,
  Zoom.ZoomProfile,
]

export type Options = readonly [
  Takes<typeof Asgardeo.default, 'issuer'>,
  Takes<typeof Auth0.default, 'issuer'>,
  Takes<typeof Authentik.default, 'issuer'>,
  Takes<typeof AzureAD.default, 'issuer' | 'profilePhotoSize'>,
  Takes<typeof AzureADB2C.default, 'issuer'>,
  Takes<typeof AzureDevOpsProvider.default, 'scope'>,
  Takes<typeof BattleNet.default, 'issuer'>,
  Takes<typeof BeyondIdentity.default, 'issuer'>,
  Takes<typeof SAMLJackson.default, 'issuer'>,
  Takes<typeof Cognito.default, 'issuer'>,
  Takes<typeof Credentials.default, 'credentials' | 'authorize' | 'id' | 'name'>,
  Takes<typeof Descope.default, 'issuer'>,
  Takes<typeof Dribbble.default, 'scope'>,
  Takes<typeof DuendeIdentityServer6.default, 'issuer'>,
  Takes<
    typeof Email.default,
    | 'from'
    | 'maxAge'
    | 'sendVerificationRequest'
    | 'generateVerificationToken'
    | 'normalizeIdentifier'
    | 'server'
  >,
  Takes<
    typeof ForwardEmail.default,
    | 'from'
    | 'maxAge'
    | 'sendVerificationRequest'
    | 'generateVerificationToken'
    | 'normalizeIdentifier'
    | 'secret'
    | 'apiKey'
  >,
  Takes<typeof Foursquare.default, 'apiVersion'>,
  Takes<typeof Frontegg.default, 'issuer'>,
  Takes<typeof FusionAuth.default, 'tenantId' | 'issuer'>,
  Takes<typeof GitHub.default, 'enterprise'>,
  Takes<typeof GitLab.default, 'baseUrl'>,
  Takes<typeof Gumroad.default, 'scopes'>,
  Takes<typeof IdentityServer4.default, 'issuer'>,
  Takes<typeof Keycloak.default, 'issuer'>,
  Takes<typeof Kick.default, 'scope'>,
  Takes<typeof Kinde.default, 'issuer'>,
  Takes<typeof Linear.default, 'scope'>,
  Takes<typeof Logto.default, 'issuer'>,
  Takes<
    typeof Loops.default,
    | 'from'
    | 'maxAge'
    | 'sendVerificationRequest'
    | 'generateVerificationToken'
    | 'normalizeIdentifier'
    | 'secret'
    | 'apiKey'
    | 'transactionalId'
  >,
  Takes<
    typeof MailGun.default,
    | 'region'
    | 'from'
    | 'maxAge'
    | 'sendVerificationRequest'
    | 'generateVerificationToken'
    | 'normalizeIdentifier'
    | 'secret'
    | 'apiKey'
  >,
  Takes<typeof Mastodon.default, 'issuer'>,
  Takes<typeof Mattermost.default, 'issuer'>,
  Takes<typeof MicrosoftEntraID.default, 'issuer' | 'profilePhotoSize'>,
  Takes<typeof NetSuite.default, 'prompt' | 'scope' | 'accountID' | 'userinfo'>,
  Takes<typeof Nextcloud.default, 'issuer'>,
  Takes<
    typeof Nodemailer.default,
    | 'from'
    | 'maxAge'
    | 'sendVerificationRequest'
    | 'generateVerificationToken'
    | 'normalizeIdentifier'
    | 'server'
  >,
  Takes<typeof NotionProvider.default, 'redirectUri'>,
  Takes<typeof Okta.default, 'issuer'>,
  Takes<typeof OneLogin.default, 'issuer'>,
  Takes<typeof OryHydra.default, 'issuer'>,
  Takes<typeof Osso.default, 'issuer'>,
  Takes<typeof Passage.default, 'issuer'>,
  Takes<
    typeof Passkey.default,
    | 'authenticationOptions'
    | 'registrationOptions'
    | 'verifyAuthenticationOptions'
    | 'verifyRegistrationOptions'
  >,
  Takes<typeof Paybin.default, 'issuer' | 'scope'>,
  Takes<typeof Paypal.default, 'environment' | 'requestShippingAddress'>,
  Takes<typeof PingId.default, 'issuer'>,
  Takes<typeof Polar.default, 'scope'>,
  Takes<
    typeof Postmark.default,
    | 'from'
    | 'maxAge'
    | 'sendVerificationRequest'
    | 'generateVerificationToken'
    | 'normalizeIdentifier'
    | 'secret'
    | 'apiKey'
  >,
  Takes<typeof Railway.default, 'scope'>,
  Takes<
    typeof Resend.default,
    | 'from'
    | 'maxAge'
    | 'sendVerificationRequest'
    | 'generateVerificationToken'
    | 'normalizeIdentifier'
    | 'secret'
    | 'apiKey'
  >,
  Takes<typeof Salesforce.default, 'issuer'>,
  Takes<
    typeof SendGrid.default,
    | 'from'
    | 'maxAge'
    | 'sendVerificationRequest'
    | 'generateVerificationToken'
    | 'normalizeIdentifier'
    | 'secret'
    | 'apiKey'
  >,
  Takes<typeof UnitedEffects.default, 'issuer'>,
  Takes<typeof Vercel.default, 'scope'>,
  Takes<typeof Vipps.default, 'issuer'>,
  Takes<
    typeof WebAuthn.default,
    | 'relayingParty'
    | 'enableConditionalUI'
    | 'simpleWebAuthnBrowserVersion'
    | 'formFields'
    | 'authenticationOptions'
    | 'registrationOptions'
    | 'verifyAuthenticationOptions'
    | 'verifyRegistrationOptions'
    | 'getUserInfo'
    | 'getRelayingParty'
    | 'simpleWebAuthn'
  >,
  Takes<typeof Webex.default, 'apiBaseUrl'>,
  Takes<typeof WeChat.default, 'platformType'>,
  Takes<typeof WorkOS.default, 'issuer' | 'connection'>,
  Takes<typeof ZITADEL.default, 'issuer'>,
]

export const values = [
  WebAuthn.DEFAULT_WEBAUTHN_TIMEOUT,
  WebAuthn.DEFAULT_SIMPLEWEBAUTHN_BROWSER_VERSION,
] as const
