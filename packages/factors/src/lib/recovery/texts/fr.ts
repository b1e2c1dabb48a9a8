import type { RecoveryTexts } from './en.ts'

export const fr: RecoveryTexts = {
  locale: 'fr',
  lostBoth: 'J’ai perdu mon application et mes codes de secours',
  lostTitle: 'Remplacer une application perdue',
  lostLead:
    'Nous vous enverrons un lien par e-mail. Une fois le lien ouvert, un délai d’attente commence. Vous pourrez configurer une nouvelle application à partir du {date}.',
  lostTold:
    'Chaque navigateur où votre session est ouverte affiche la demande et permet de l’annuler. Une connexion avec votre application ou un code de secours l’annule aussi.',
  lostSend: 'M’envoyer un lien',
  lostSent: 'Consultez vos e-mails. Ouvrez le lien ou saisissez le code ici.',
  lostByMail:
    'Cette connexion s’est faite par e-mail. Pour remplacer votre application, utilisez une autre méthode de connexion.',
  lostConfirm:
    'Vous pourrez configurer une nouvelle application à partir du {date}. D’ici là, vos anciennes applications et vos codes de secours fonctionnent.',
  proofSubject: 'Confirmez la perte de votre application',
  proofLead:
    'Une personne s’est connectée à votre compte et a indiqué que l’application d’authentification et les codes de secours sont perdus. Ce n’était pas vous\u00a0? N’utilisez pas le lien et changez votre mot de passe.',
  proofButton: 'Continuer',
  proofIgnore: 'Ne communiquez jamais le lien ni le code.',
  request: 'Demander une nouvelle application',
  running:
    'Une nouvelle application d’authentification a été demandée. À partir du {date}, connectez-vous pour la configurer. Vos anciennes applications et vos codes de secours ne fonctionneront alors plus.',
  askedSubject: 'Une nouvelle application d’authentification a été demandée pour votre compte',
  cancel: 'Annuler la demande',
  cancelNone: 'Aucune demande de nouvelle application n’est en cours.',
  cancelledSubject: 'La demande de nouvelle application d’authentification a été annulée',
  replaceTitle: 'Configurer une nouvelle application',
  replaceLead:
    'Vos anciennes applications et vos codes de secours ne fonctionneront plus, et toutes vos sessions seront fermées.',
  foundLead:
    'Vous avez encore votre application ou un code de secours\u00a0? Saisissez un code pour vous connecter. La demande est alors annulée.',
  foundCode: 'Code à 6 chiffres ou code de secours',
  replacedLead:
    'Votre application a été remplacée et toutes vos sessions ont été fermées. Connectez-vous avec votre nouvelle application.',
  signIn: 'Se connecter',
  replacedSubject: 'Votre application d’authentification et vos codes de secours ont été remplacés',
}
