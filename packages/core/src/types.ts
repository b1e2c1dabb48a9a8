export type {
  Account,
  Authenticator,
  AuthorizationDetails,
  Profile,
  ProviderType,
  TokenEndpointResponse,
  TokenSet,
} from './lib/types/account.ts'
export type {
  Callbacks,
  DeviceInfoParams,
  JWTParams,
  SessionParams,
  SignInParams,
  UpdateData,
} from './lib/types/callbacks.ts'
export type { SessionToken } from './lib/types/session-token.ts'
export type {
  AuthConfig,
  AuthConfigInput,
  AccountPageOptions,
  DevicesOptions,
  ExperimentalOptions,
  MigrateOptions,
  RevocationOptions,
  SessionOptions,
} from './lib/types/config.ts'
export type {
  Cookie,
  CookieOption,
  CookieSerializeOptions,
  CookiesOptions,
} from './lib/types/cookies.ts'
export type { ErrorType } from './lib/types/error-type.ts'
export type { ActingSession, Events, RemovedByProof, SessionEnded } from './lib/types/events.ts'
export type { Actor } from './lib/types/actor.ts'
export type { JWTOptions } from './lib/types/jwt.ts'
export type {
  ActionBudgets,
  Budget,
  ClientAddress,
  ClientAddressHeader,
  ClientAddressPreset,
  FeatureBudgetName,
  LimitedAction,
  LimitsOptions,
  LimitStore,
  LimitSubject,
  RefusedTry,
} from './lib/types/limits.ts'
export type { LoggerInstance, WarningCode } from './lib/types/logger.ts'
export type {
  ErrorPageParam,
  PagesOptions,
  SignInPageErrorParam,
  SignInPageReason,
  Theme,
} from './lib/types/pages.ts'
export type { AccountTexts } from './lib/types/account-texts.ts'
export type { InputTexts, LanguageTexts, SomeTexts, TextsOptions } from './lib/types/texts.ts'
export type { Provider, PublicProvider } from './lib/types/provider.ts'
export type { Register, RegisteredSession } from './lib/types/register.ts'
export type { ResponseInternal } from './lib/http/raw.ts'
export type { DefaultSession, Session } from './lib/types/session.ts'
export { WebAuthnAuthenticate, WebAuthnRegister } from './lib/sign-in/passkey/ceremony.ts'
export type { DefaultUser, User } from './lib/types/user.ts'
export type { Awaitable, Env, JsonValue, SemverString } from './lib/types/utility.ts'
