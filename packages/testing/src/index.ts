export { createLab, type Lab, type LabOptions } from './lib/lab.ts'
export { LabError, type LabRule } from './lib/lab-error.ts'
export { connectLab, type ConnectedOptions, type LabConnection } from './lib/port/connect.ts'
export type { LabServer, ListenOptions } from './lib/port/listen.ts'
export type { Arrival } from './lib/authorization.ts'
export type { AuthorizeOptions, Emulator, EmulatorOptions } from './lib/emulator.ts'
export type { EmulatorSettings, WhoSignsIn } from './lib/emulator-arguments.ts'
export type {
  MailBody,
  MailFailure,
  MailService,
  MailServiceId,
  MailEmulator,
  MailEmulatorOptions,
  MailEmulatorSettings,
  SentMail,
} from './mail/index.ts'
export { createMailEmulator, mailServices } from './mail/index.ts'
export { createVisitor, type Visitor, type VisitorSignIn } from './lib/visitor.ts'
export type { ServiceId } from './services.ts'
export type {
  Authentication,
  AuthorizationRules,
  EndpointContext,
  ErrorResponse,
  Expectation,
  Failure,
  GrantFacts,
  Person,
  RefreshRules,
  Registration,
  ResourceRequest,
  ResourceRules,
  Service,
  TokenRules,
} from './service.ts'
