/**
 * Types and values that applications may already import of each provider, as the catalogue has them. What is missing does not
 * compile.
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
import type * as Frontegg from '@latchstring/core/providers/frontegg'
import type * as FusionAuth from '@latchstring/core/providers/fusionauth'
import type * as GitHub from '@latchstring/core/providers/github'
import type * as GitLab from '@latchstring/core/providers/gitlab'
import type * as Google from '@latchstring/core/providers/google'
import type * as Huggingface from '@latchstring/core/providers/huggingface'
import type * as Kakao from '@latchstring/core/providers/kakao'
import type * as Keycloak from '@latchstring/core/providers/keycloak'
import type * as Kinde from '@latchstring/core/providers/kinde'
import type * as LINE from '@latchstring/core/providers/line'
import type * as LinkedIn from '@latchstring/core/providers/linkedin'
import type * as Logto from '@latchstring/core/providers/logto'
import type * as Loops from '@latchstring/core/providers/loops'
import type * as Mastodon from '@latchstring/core/providers/mastodon'
import type * as Mattermost from '@latchstring/core/providers/mattermost'
import type * as MicrosoftEntraID from '@latchstring/core/providers/microsoft-entra-id'
import type * as Naver from '@latchstring/core/providers/naver'
import type * as NetSuite from '@latchstring/core/providers/netsuite'
import type * as Nextcloud from '@latchstring/core/providers/nextcloud'
import type * as Nodemailer from '@latchstring/core/providers/nodemailer'
import type * as NotionProvider from '@latchstring/core/providers/notion'
import type * as Okta from '@latchstring/core/providers/okta'
import type * as OryHydra from '@latchstring/core/providers/ory-hydra'
import type * as Osu from '@latchstring/core/providers/osu'
import type * as Passage from '@latchstring/core/providers/passage'
import type * as Patreon from '@latchstring/core/providers/patreon'
import type * as PingId from '@latchstring/core/providers/ping-id'
import type * as PinterestProvider from '@latchstring/core/providers/pinterest'
import type * as Pipedrive from '@latchstring/core/providers/pipedrive'
import type * as Roblox from '@latchstring/core/providers/roblox'
import type * as Salesforce from '@latchstring/core/providers/salesforce'
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

export const values = [
  WebAuthn.DEFAULT_WEBAUTHN_TIMEOUT,
  WebAuthn.DEFAULT_SIMPLEWEBAUTHN_BROWSER_VERSION,
] as const
