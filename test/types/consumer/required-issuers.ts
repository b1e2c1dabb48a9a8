/** Providers that need an issuer. The environment can give it, so it may be left out. */
import Asgardeo from '@latchstring/core/providers/asgardeo'
import Auth0 from '@latchstring/core/providers/auth0'
import Authelia from '@latchstring/core/providers/authelia'
import Authentik from '@latchstring/core/providers/authentik'
import AzureADB2C from '@latchstring/core/providers/azure-ad-b2c'
import BattleNet from '@latchstring/core/providers/battlenet'
import BeyondIdentity from '@latchstring/core/providers/beyondidentity'
import SAMLJackson from '@latchstring/core/providers/boxyhq-saml'
import Casdoor from '@latchstring/core/providers/casdoor'
import Clerk from '@latchstring/core/providers/clerk'
import Cognito from '@latchstring/core/providers/cognito'
import Dex from '@latchstring/core/providers/dex'
import DuendeIdentityServer from '@latchstring/core/providers/duende-identity-server'
import DuendeIdentityServer6 from '@latchstring/core/providers/duende-identity-server6'
import Forgejo from '@latchstring/core/providers/forgejo'
import Frontegg from '@latchstring/core/providers/frontegg'
import FusionAuth from '@latchstring/core/providers/fusionauth'
import Gitea from '@latchstring/core/providers/gitea'
import GitLabOIDC from '@latchstring/core/providers/gitlab-oidc'
import IdentityServer4 from '@latchstring/core/providers/identity-server4'
import Kanidm from '@latchstring/core/providers/kanidm'
import Keycloak from '@latchstring/core/providers/keycloak'
import Kinde from '@latchstring/core/providers/kinde'
import Logto from '@latchstring/core/providers/logto'
import Mastodon from '@latchstring/core/providers/mastodon'
import Mattermost from '@latchstring/core/providers/mattermost'
import Nextcloud from '@latchstring/core/providers/nextcloud'
import Okta from '@latchstring/core/providers/okta'
import OneLogin from '@latchstring/core/providers/onelogin'
import OryHydra from '@latchstring/core/providers/ory-hydra'
import Ory from '@latchstring/core/providers/ory'
import OryPolis from '@latchstring/core/providers/ory-polis'
import Osso from '@latchstring/core/providers/osso'
import Passage from '@latchstring/core/providers/passage'
import PingId from '@latchstring/core/providers/ping-id'
import PocketID from '@latchstring/core/providers/pocket-id'
import Rauthy from '@latchstring/core/providers/rauthy'
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
Rauthy({})
Rauthy({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
Rauthy({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
Rauthy({ issuer: undefined })
SAMLJackson({})
SAMLJackson({ issuer: 'https://id.example.com' })
// @ts-expect-error -- `issuer` is a text
SAMLJackson({ issuer: 1 })
// @ts-expect-error -- `issuer` is not there, or it is a text
SAMLJackson({ issuer: undefined })
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
