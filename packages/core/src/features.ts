export type {
  AnyFeature,
  ChangeAction,
  ChangeAnswer,
  ChangeContext,
  Feature,
  FeatureAction,
  FeatureActing,
  FeatureBusy,
  FeatureDetour,
  FeatureError,
  FeatureInput,
  FeatureJson,
  FeatureRefusal,
  FeatureSignIn,
  FeatureStepDone,
  FeatureTexts,
  FeatureUsedUp,
  FeatureValues,
  MachineAction,
  MachineAnswer,
  Offered,
  PageAction,
  PageAnswer,
  PageContext,
  UserContext,
  WritingContext,
} from './lib/types/feature.ts'
export type { FeatureContext, FeatureUser } from './lib/types/feature-context.ts'
export type {
  AskedProof,
  FeatureMail,
  FeatureMailTexts,
  FeatureNotice,
  FeatureProof,
  MailProof,
  NewFeatureUser,
  SentNotice,
  WritingUsers,
} from './lib/types/feature-mail.ts'
export type { FeatureForSystem, FeatureForUser } from './lib/types/feature-calls.ts'
export type {
  FeatureBlock,
  FeaturePage,
  FormBlock,
  FormField,
  ListItem,
} from './lib/types/feature-page.ts'
export type {
  Key,
  NewValues,
  Page,
  ReadRecords,
  Records,
  Row,
  Values,
} from './lib/types/record-verbs.ts'
export type { RecordField, RecordTable } from './lib/types/records.ts'
export type { AccountChange } from './lib/types/sessions.ts'
export type {
  CredentialContext,
  FeaturePrincipal,
  FoundCredential,
} from './lib/types/feature-principal.ts'
export type {
  FeatureWellKnown,
  WellKnownAnswer,
  WellKnownContext,
} from './lib/types/feature-well-known.ts'
export { keyOf } from './lib/crypto/key-of.ts'
export { isReadable, normalizeReadable, randomReadable } from './lib/crypto/random.ts'
export type { FeatureBrowser } from './lib/types/feature-browser.ts'
export type {
  AskedSignIn,
  FeatureGate,
  GateAnswer,
  GateContext,
  ShownSignIn,
} from './lib/types/feature-gate.ts'
export type { FeatureBudget, FeatureBudgets } from './lib/types/feature-budgets.ts'
export type {
  AccountPointContext,
  DeletingAnswer,
  DeletingPointContext,
  DeletionAnswer,
  FeatureAccount,
  FeaturePoints,
  TokensPointContext,
  UserDeletion,
  UserDeletionOptions,
} from './lib/types/feature-points.ts'
export type { UserExport } from './lib/types/user-export.ts'
export type {
  FeatureProvider,
  FeatureProviderInput,
  FeatureProviderLink,
  HasContext,
  VerifiedForm,
  VerifyContext,
} from './lib/types/feature-provider.ts'
