/** Options without which a provider does not work. The environment can give issuer and key, so those may be left out. */
import { createAuth } from '@latchstring/core'
import Asgardeo from '@latchstring/core/providers/asgardeo'
import Auth0 from '@latchstring/core/providers/auth0'
import Authelia from '@latchstring/core/providers/authelia'
import Authentik from '@latchstring/core/providers/authentik'
import AzureADB2C from '@latchstring/core/providers/azure-ad-b2c'
import BattleNet from '@latchstring/core/providers/battlenet'
import BeyondIdentity from '@latchstring/core/providers/beyondidentity'
import SAMLJackson from '@latchstring/core/providers/boxyhq-saml'
import Bungie from '@latchstring/core/providers/bungie'
import Casdoor from '@latchstring/core/providers/casdoor'
import Clerk from '@latchstring/core/providers/clerk'
import Cognito from '@latchstring/core/providers/cognito'
import Dex from '@latchstring/core/providers/dex'
import DuendeIdentityServer from '@latchstring/core/providers/duende-identity-server'
import DuendeIdentityServer6 from '@latchstring/core/providers/duende-identity-server6'
import Email from '@latchstring/core/providers/email'
import Forgejo from '@latchstring/core/providers/forgejo'
import ForwardEmail from '@latchstring/core/providers/forwardemail'
import Frontegg from '@latchstring/core/providers/frontegg'
import FusionAuth from '@latchstring/core/providers/fusionauth'
import Gitea from '@latchstring/core/providers/gitea'
import GitLabOIDC from '@latchstring/core/providers/gitlab-oidc'
import IdentityServer4 from '@latchstring/core/providers/identity-server4'
import Kanidm from '@latchstring/core/providers/kanidm'
import Keycloak from '@latchstring/core/providers/keycloak'
import Kinde from '@latchstring/core/providers/kinde'
import Logto from '@latchstring/core/providers/logto'
import Loops from '@latchstring/core/providers/loops'
import MailGun from '@latchstring/core/providers/mailgun'
import Mastodon from '@latchstring/core/providers/mastodon'
import Mattermost from '@latchstring/core/providers/mattermost'
import NetSuite from '@latchstring/core/providers/netsuite'
import Nextcloud from '@latchstring/core/providers/nextcloud'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import NotionProvider from '@latchstring/core/providers/notion'
import Okta from '@latchstring/core/providers/okta'
import OneLogin from '@latchstring/core/providers/onelogin'
import OryHydra from '@latchstring/core/providers/ory-hydra'
import Ory from '@latchstring/core/providers/ory'
import OryPolis from '@latchstring/core/providers/ory-polis'
import Osso from '@latchstring/core/providers/osso'
import Passage from '@latchstring/core/providers/passage'
import PingId from '@latchstring/core/providers/ping-id'
import PocketID from '@latchstring/core/providers/pocket-id'
import Postmark from '@latchstring/core/providers/postmark'
import Rauthy from '@latchstring/core/providers/rauthy'
import Resend from '@latchstring/core/providers/resend'
import SendGrid from '@latchstring/core/providers/sendgrid'
import Shopify from '@latchstring/core/providers/shopify'
import Supabase from '@latchstring/core/providers/supabase'
import UnitedEffects from '@latchstring/core/providers/united-effects'
import ZITADEL from '@latchstring/core/providers/zitadel'

// The contract has `{}` compile: what is missing then is an error when the configuration is resolved, which the tests of
// each provider assert. What the types can refuse is something else than a text, `undefined` among it.
Asgardeo({})
Asgardeo({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Asgardeo({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Asgardeo({ issuer: undefined })
Auth0({})
Auth0({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Auth0({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Auth0({ issuer: undefined })
Authelia({})
Authelia({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Authelia({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Authelia({ issuer: undefined })
Authentik({})
Authentik({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Authentik({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Authentik({ issuer: undefined })
AzureADB2C({})
AzureADB2C({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
AzureADB2C({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
AzureADB2C({ issuer: undefined })
BattleNet({})
BattleNet({ issuer: 'https://oauth.battle.net' })
// @ts-expect-error -- `issuer` is a text
BattleNet({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
BattleNet({ issuer: undefined })
BeyondIdentity({})
BeyondIdentity({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
BeyondIdentity({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
BeyondIdentity({ issuer: undefined })
Bungie({})
Bungie({ apiKey: 'key' })
// @ts-expect-error -- `apiKey` is a text
Bungie({ apiKey: 1 })
// @ts-expect-error -- `apiKey` is not there, or it is a text
Bungie({ apiKey: undefined })
Casdoor({})
Casdoor({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Casdoor({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Casdoor({ issuer: undefined })
Clerk({})
Clerk({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Clerk({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Clerk({ issuer: undefined })
Cognito({})
Cognito({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Cognito({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Cognito({ issuer: undefined })
Dex({})
Dex({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Dex({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Dex({ issuer: undefined })
DuendeIdentityServer({})
DuendeIdentityServer({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
DuendeIdentityServer({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
DuendeIdentityServer({ issuer: undefined })
DuendeIdentityServer6({})
DuendeIdentityServer6({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
DuendeIdentityServer6({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
DuendeIdentityServer6({ issuer: undefined })
Forgejo({})
Forgejo({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Forgejo({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Forgejo({ issuer: undefined })
ForwardEmail({})
ForwardEmail({ apiKey: 'key' })
// @ts-expect-error -- `apiKey` is a text
ForwardEmail({ apiKey: 1 })
// @ts-expect-error -- `apiKey` is not there, or it is a text
ForwardEmail({ apiKey: undefined })
ForwardEmail({ from: 'App <app@example.com>' })
// @ts-expect-error -- `from` is a text
ForwardEmail({ from: 1 })
// @ts-expect-error -- `from` is not there, or it is a text
ForwardEmail({ from: undefined })
Frontegg({})
Frontegg({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Frontegg({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Frontegg({ issuer: undefined })
FusionAuth({})
FusionAuth({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
FusionAuth({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
FusionAuth({ issuer: undefined })
Gitea({})
Gitea({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Gitea({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Gitea({ issuer: undefined })
GitLabOIDC({})
GitLabOIDC({ issuer: 'https://gitlab.example.com' })
// @ts-expect-error -- `issuer` is a text
GitLabOIDC({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
GitLabOIDC({ issuer: undefined })
IdentityServer4({})
IdentityServer4({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
IdentityServer4({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
IdentityServer4({ issuer: undefined })
Kanidm({})
Kanidm({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Kanidm({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Kanidm({ issuer: undefined })
Keycloak({})
Keycloak({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Keycloak({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Keycloak({ issuer: undefined })
Kinde({})
Kinde({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Kinde({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Kinde({ issuer: undefined })
Logto({})
Logto({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Logto({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Logto({ issuer: undefined })
MailGun({})
MailGun({ apiKey: 'key' })
// @ts-expect-error -- `apiKey` is a text
MailGun({ apiKey: 1 })
// @ts-expect-error -- `apiKey` is not there, or it is a text
MailGun({ apiKey: undefined })
MailGun({ from: 'App <app@example.com>' })
// @ts-expect-error -- `from` is a text
MailGun({ from: 1 })
// @ts-expect-error -- `from` is not there, or it is a text
MailGun({ from: undefined })
Mastodon({})
Mastodon({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Mastodon({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Mastodon({ issuer: undefined })
Mattermost({})
Mattermost({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Mattermost({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Mattermost({ issuer: undefined })
Nextcloud({})
Nextcloud({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Nextcloud({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Nextcloud({ issuer: undefined })
NotionProvider({})
NotionProvider({ redirectUri: 'https://app.example.com/auth/callback/notion' })
// @ts-expect-error -- `redirectUri` is a text
NotionProvider({ redirectUri: 1 })
// @ts-expect-error -- `redirectUri` is not there, or it is a text
NotionProvider({ redirectUri: undefined })
Okta({})
Okta({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Okta({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Okta({ issuer: undefined })
OneLogin({})
OneLogin({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
OneLogin({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
OneLogin({ issuer: undefined })
Ory({})
Ory({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Ory({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Ory({ issuer: undefined })
OryHydra({})
OryHydra({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
OryHydra({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
OryHydra({ issuer: undefined })
OryPolis({})
OryPolis({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
OryPolis({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
OryPolis({ issuer: undefined })
Osso({})
Osso({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Osso({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Osso({ issuer: undefined })
Passage({})
Passage({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Passage({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Passage({ issuer: undefined })
PingId({})
PingId({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
PingId({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
PingId({ issuer: undefined })
PocketID({})
PocketID({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
PocketID({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
PocketID({ issuer: undefined })
Postmark({})
Postmark({ apiKey: 'key' })
// @ts-expect-error -- `apiKey` is a text
Postmark({ apiKey: 1 })
// @ts-expect-error -- `apiKey` is not there, or it is a text
Postmark({ apiKey: undefined })
Postmark({ from: 'App <app@example.com>' })
// @ts-expect-error -- `from` is a text
Postmark({ from: 1 })
// @ts-expect-error -- `from` is not there, or it is a text
Postmark({ from: undefined })
Rauthy({})
Rauthy({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Rauthy({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Rauthy({ issuer: undefined })
Resend({})
Resend({ apiKey: 'key' })
// @ts-expect-error -- `apiKey` is a text
Resend({ apiKey: 1 })
// @ts-expect-error -- `apiKey` is not there, or it is a text
Resend({ apiKey: undefined })
Resend({ from: 'App <app@example.com>' })
// @ts-expect-error -- `from` is a text
Resend({ from: 1 })
// @ts-expect-error -- `from` is not there, or it is a text
Resend({ from: undefined })
SAMLJackson({})
SAMLJackson({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
SAMLJackson({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
SAMLJackson({ issuer: undefined })
SendGrid({})
SendGrid({ apiKey: 'key' })
// @ts-expect-error -- `apiKey` is a text
SendGrid({ apiKey: 1 })
// @ts-expect-error -- `apiKey` is not there, or it is a text
SendGrid({ apiKey: undefined })
SendGrid({ from: 'App <app@example.com>' })
// @ts-expect-error -- `from` is a text
SendGrid({ from: 1 })
// @ts-expect-error -- `from` is not there, or it is a text
SendGrid({ from: undefined })
Supabase({})
Supabase({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Supabase({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Supabase({ issuer: undefined })
UnitedEffects({})
UnitedEffects({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
UnitedEffects({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
UnitedEffects({ issuer: undefined })
ZITADEL({})
ZITADEL({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
ZITADEL({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
ZITADEL({ issuer: undefined })

// What the environment cannot give has to stand in the code.
NetSuite({ accountID: '1234567', userinfo: 'https://1234567.restlets.api.netsuite.com/x' })
// @ts-expect-error -- `accountID` is missing
NetSuite({ userinfo: 'https://1234567.restlets.api.netsuite.com/x' })
// @ts-expect-error -- `userinfo` is missing
NetSuite({ accountID: '1234567' })
// @ts-expect-error -- both are missing
NetSuite()
// @ts-expect-error -- both are missing
NetSuite({})
// @ts-expect-error -- `accountID` is a text
NetSuite({ accountID: undefined, userinfo: 'https://1234567.restlets.api.netsuite.com/x' })
// @ts-expect-error -- `userinfo` is an address
NetSuite({ accountID: '1234567', userinfo: undefined })
Shopify({ shop: 'shop.example.com' })
// @ts-expect-error -- `shop` is missing
Shopify({ clientId: 'id' })
// @ts-expect-error -- `shop` is missing
Shopify({})
// @ts-expect-error -- `shop` is a text
Shopify({ shop: undefined })
Loops({ transactionalId: 'id' })
Loops({ sendVerificationRequest: () => undefined })
// @ts-expect-error -- `transactionalId` is missing
Loops({ apiKey: 'key' })
// @ts-expect-error -- `transactionalId` is missing
Loops({})
// @ts-expect-error -- `transactionalId` is a text
Loops({ transactionalId: undefined })
Loops({ transactionalId: 'id', apiKey: 'key' })
// @ts-expect-error -- `apiKey` is a text
Loops({ transactionalId: 'id', apiKey: undefined })
for (const Smtp of [Nodemailer, Email]) {
  Smtp({ server: 'smtp://mail.example.com', from: 'App <app@example.com>' })
  Smtp({ sendVerificationRequest: () => undefined })
  // @ts-expect-error -- `server` is missing
  Smtp({ from: 'App <app@example.com>' })
  // @ts-expect-error -- `from` is missing
  Smtp({ server: 'smtp://mail.example.com' })
  // @ts-expect-error -- both are missing
  Smtp({})
  // @ts-expect-error -- `server` is not `undefined`
  Smtp({ server: undefined, from: 'App <app@example.com>' })
  // @ts-expect-error -- `from` is a text
  Smtp({ server: 'smtp://mail.example.com', from: undefined })
}
// @ts-expect-error -- a factory that needs options cannot be passed without a call
createAuth({ providers: [NetSuite] })
// @ts-expect-error -- the same
createAuth({ providers: [Nodemailer] })
