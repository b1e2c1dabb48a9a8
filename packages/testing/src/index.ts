export { createLab, type Lab, type LabOptions } from './lib/lab.ts'
export { LabError, type LabRule } from './lib/lab-error.ts'
export { connectLab, type ConnectedOptions, type LabConnection } from './lib/port/connect.ts'
export type { LabServer, ListenOptions } from './lib/port/listen.ts'
export type { Arrival } from './lib/authorization.ts'
export type { AuthorizeOptions, Twin, TwinOptions } from './lib/twin.ts'
export type { TwinSettings, WhoSignsIn } from './lib/twin-arguments.ts'
export type {
  MailBody,
  MailFailure,
  MailService,
  MailServiceId,
  MailTwin,
  MailTwinOptions,
  MailTwinSettings,
  SentMail,
} from './mail/index.ts'
export { createMailTwin, mailServices } from './mail/index.ts'
export { createVisitor, type Visitor, type VisitorSignIn } from './lib/visitor.ts'
export type { ServiceId } from './services.ts'
export type {
  Authentication,
  AuthorizationRules,
  EndpointContext,
  ErrorAnswer,
  Expectation,
  Failure,
  GrantFacts,
  Person,
  Registration,
  ResourceRequest,
  ResourceRules,
  Service,
  TokenRules,
} from './service.ts'
