import type { Texts } from '../../types/texts.ts'

export const fr: Texts = {
  lang: 'fr',
  direction: 'ltr',
  common: {
    home: 'Aller à la page d’accueil',
    toSignIn: 'Page de connexion',
    reference: 'Référence\u00a0: {ref}',
    labelled: '{action}\u00a0: {name}',
    retryAfter: 'Réessayez dans {duration}.',
    notYou: 'Si ce n’était pas vous, contactez l’administrateur du site.',
  },
  signIn: {
    title: 'Se connecter',
    to: 'pour continuer vers {host}',
    continueWith: 'Continuer avec {name}',
    or: 'ou',
    email: 'Adresse e-mail',
    emailExample: 'nom@example.com',
    sendLink: 'Continuer avec un e-mail',
    submit: 'Se connecter',
    unsupported:
      'Ce navigateur ne prend pas en charge {name}. Utilisez une autre méthode de connexion.',
    none: 'La connexion n’est pas encore configurée.',
    code: 'Code d’erreur\u00a0: {code}',
    lastUsed: 'Utilisé en dernier',
    showPassword: 'Afficher le mot de passe',
    passkey: 'Se connecter avec une clé d’accès',
    unknown: 'Cette méthode de connexion n’est pas disponible. Choisissez-en une autre.',
    wrongEmailOrPassword: 'Adresse e-mail ou mot de passe incorrect.',
    wrongUsernameOrPassword: 'Nom d’utilisateur ou mot de passe incorrect.',
    unsupportedPasskey:
      'Ce navigateur ne prend pas en charge les clés d’accès. Mettez-le à jour ou utilisez une autre méthode de connexion.',
  },
  fields: {
    username: 'Nom d’utilisateur',
    password: 'Mot de passe',
    code: 'Code',
    oneTimeCode: 'Code à usage unique',
    name: 'Nom',
    phone: 'Numéro de téléphone',
  },
  signInErrors: {
    Signin: 'La connexion a échoué. Réessayez ou utilisez une autre méthode de connexion.',
    OAuthSignin:
      'Impossible de joindre ce service. Réessayez dans un instant ou utilisez une autre méthode de connexion.',
    OAuthCallbackError:
      'Ce service n’a pas terminé la connexion. Réessayez ou utilisez une autre méthode de connexion.',
    OAuthCreateAccount:
      'Nous n’avons pas pu créer votre compte. Réessayez ou utilisez une autre méthode de connexion.',
    EmailCreateAccount:
      'Nous n’avons pas pu créer votre compte. Réessayez ou utilisez une autre adresse e-mail.',
    Callback: 'Un problème est survenu pendant la connexion. Réessayez.',
    OAuthAccountNotLinked:
      'Cette adresse e-mail est déjà utilisée avec une autre méthode de connexion. Connectez-vous avec cette méthode.',
    EmailSignin: 'Nous n’avons pas pu envoyer l’e-mail. Vérifiez l’adresse et réessayez.',
    CredentialsSignin: 'Identifiants incorrects. Vérifiez-les et réessayez.',
    SessionRequired: 'Connectez-vous pour continuer.',
  },
  providerErrors: {
    OAuthSignin:
      'Impossible de joindre {name}. Réessayez dans un instant ou utilisez une autre méthode de connexion.',
    OAuthCallbackError:
      '{name} n’a pas terminé la connexion. Réessayez ou utilisez une autre méthode de connexion.',
    service:
      '{name} ne répond pas. Réessayez dans quelques minutes ou utilisez une autre méthode de connexion.',
    'other-way':
      '{name} n’a pas transmis tout ce qu’il faut pour la connexion. Utilisez une autre méthode de connexion.',
  },
  present: {
    named: 'Session ouverte au nom de {name}.',
    unnamed: 'Votre session est ouverte.',
    other: 'Utiliser un autre compte',
  },
  signInReasons: {
    cancelled: 'Connexion annulée. Réessayez ou utilisez une autre méthode de connexion.',
    expired: 'Cette connexion a expiré ou a été commencée dans un autre navigateur. Réessayez.',
    ours: 'Un problème est survenu de notre côté. Réessayez plus tard ou utilisez une autre méthode de connexion.',
    service:
      'Ce service ne répond pas. Réessayez dans quelques minutes ou utilisez une autre méthode de connexion.',
    'other-way':
      'Ce service n’a pas transmis tout ce qu’il faut pour la connexion. Utilisez une autre méthode de connexion.',
    removed:
      'Cette clé d’accès a été supprimée de votre compte. Utilisez une autre méthode de connexion.',
    'step-up': 'Reconnectez-vous pour continuer. Cela protège votre compte.',
  },
  signOut: {
    title: 'Se déconnecter',
    question: 'Voulez-vous vraiment vous déconnecter\u00a0?',
    submit: 'Se déconnecter',
    stay: 'Garder la session',
    nobody: 'Aucune session n’est ouverte.',
  },
  error: {
    Configuration: {
      title: 'Connexion indisponible',
      message: 'Il y a un problème dans la configuration de ce site.',
      advice: 'Réessayez plus tard. Si le problème persiste, contactez l’administrateur du site.',
    },
    AccessDenied: {
      title: 'Vous n’avez pas accès',
      message: 'Ce compte ne peut pas se connecter à ce site.',
      advice: 'Utilisez un autre compte ou demandez l’accès à l’administrateur du site.',
    },
    Verification: {
      title: 'Ce lien ne fonctionne plus',
      message: 'Il a peut-être expiré ou a déjà été utilisé.',
      advice: 'Reconnectez-vous pour obtenir un nouveau lien.',
    },
    Default: {
      title: 'Un problème est survenu',
      message: 'La connexion a échoué.',
      advice: 'Essayez de vous reconnecter.',
    },
  },
  verifyRequest: {
    title: 'Consultez votre messagerie',
    sentTo:
      'Nous avons envoyé un e-mail à {address}. Ouvrez le lien qu’il contient ou saisissez le code ci-dessous.',
    sent: 'Nous vous avons envoyé un e-mail. Ouvrez le lien qu’il contient pour vous connecter.',
    linkSentTo:
      'Nous avons envoyé un e-mail à {address}. Ouvrez le lien qu’il contient pour vous connecter.',
    code: 'Code de l’e-mail',
    codeHint: '8 lettres et chiffres. Le tiret et les majuscules sont facultatifs.',
    submit: 'Se connecter',
    wrongCode: 'Ce code est incorrect ou a expiré. Vérifiez le dernier e-mail reçu et réessayez.',
    attemptsLeft: 'Essais restants\u00a0: {count}',
    nothingThere: 'Rien reçu\u00a0? Vérifiez le dossier des courriers indésirables.',
    again: 'Renvoyer ou utiliser une autre adresse',
  },
  confirmLink: {
    title: 'Est-ce bien vous\u00a0?',
    question: 'Vous vous connectez en tant que {address}.',
    reason:
      'Ce lien a peut-être été demandé dans un autre navigateur. Confirmez que vous voulez vous connecter ici.',
    submit: 'Oui, me connecter',
    notMe:
      'Ce n’est pas votre adresse, ou vous n’avez rien demandé\u00a0? Fermez cette page\u00a0: aucune session ne sera ouverte.',
  },
  continueSignIn: {
    title: 'Encore une étape',
    message: 'Continuez pour terminer la connexion avec {name}.',
    submit: 'Continuer',
    notMe:
      'Vous n’avez rien demandé\u00a0? Fermez cette page\u00a0: aucune session ne sera ouverte.',
  },
  keptForm: {
    title: 'Votre formulaire est toujours là',
    message: 'Ce que vous avez saisi n’a pas encore été envoyé.',
    submit: 'Envoyer le formulaire',
    discard: 'Ne pas envoyer',
  },
  endSession: {
    title: 'Votre session est fermée',
    message: 'Votre session {name} est encore ouverte. La fermer aussi\u00a0?',
    submit: 'Fermer la session {name}',
    stay: 'Garder la session {name}',
  },
  signedOut: {
    title: 'Déconnexion expirée',
    message:
      'Elle a été commencée dans un autre navigateur ou il y a plus de 10 minutes. Rien n’a changé.',
  },
  devices: {
    title: 'Vos sessions ouvertes',
    lead: 'Fermez la session des navigateurs que vous ne reconnaissez pas ou que vous n’utilisez plus.',
    here: 'Ce navigateur',
    unknown: 'Navigateur inconnu',
    browserOn: '{browser} sur {system}',
    signedIn: 'Connexion\u00a0: {when}',
    signedInWith: 'Connexion avec {name}\u00a0: {when}',
    lastSeen: 'Dernière activité\u00a0: {when}',
    signOut: 'Se déconnecter',
    others: 'Se déconnecter partout ailleurs',
    all: 'Se déconnecter partout',
    now: 'Session active',
  },
  account: {
    title: 'Méthodes de connexion',
    lead: 'Supprimez celles que vous n’utilisez plus. Il en faut au moins une.',
    synced: 'Clé d’accès synchronisée',
    oneDevice: 'Clé d’accès sur un appareil',
    mail: 'Lien par e-mail',
    remove: 'Supprimer',
    rename: 'Renommer',
    name: 'Nom de la clé d’accès',
    save: 'Enregistrer',
    only: 'Vous ne pouvez pas supprimer votre seule méthode de connexion.',
    unused:
      'Pas encore utilisée. Connectez-vous une fois avec elle avant de supprimer vos autres méthodes de connexion.',
    accounts: 'Comptes associés',
    passkeys: 'Clés d’accès',
    noPasskeys: 'Aucune clé d’accès pour le moment.',
    removed: 'Suppression effectuée.',
    renamed: 'Nom enregistré.',
    signedOut: 'Session fermée.',
    tooLongAgo: 'Pour protéger votre compte, reconnectez-vous avant de faire cette modification.',
    failed: 'Cela n’a pas fonctionné. Réessayez.',
  },
  ended: {
    'ended-by-user': 'Votre session a été fermée depuis un autre appareil.',
    'signed-out-everywhere': 'Votre session a été fermée sur tous les appareils. Reconnectez-vous.',
    'password-changed':
      'Votre session a été fermée, car le mot de passe a été modifié. Connectez-vous avec le nouveau.',
    'email-changed':
      'Votre session a été fermée, car l’adresse e-mail a été modifiée. Reconnectez-vous.',
    'account-unlinked':
      'Votre session a été fermée, car une méthode de connexion a été supprimée. Reconnectez-vous.',
    'passkey-removed':
      'Votre session a été fermée, car une clé d’accès a été supprimée. Reconnectez-vous.',
    'factor-added':
      'Votre session a été fermée, car la validation en deux étapes a été activée. Reconnectez-vous.',
    'factor-removed':
      'Votre session a été fermée, car une méthode de validation en deux étapes a été supprimée. Reconnectez-vous.',
    'recovery-used':
      'Votre session a été fermée, car votre compte a été récupéré. Reconnectez-vous.',
    admin: 'Un administrateur a fermé votre session. Reconnectez-vous.',
    'back-channel':
      'Votre session a été fermée, car vous avez quitté le service avec lequel vous vous connectez.',
    'secret-leak':
      'Pour protéger les comptes, nous avons fermé toutes les sessions. Reconnectez-vous.',
    other: 'Votre session est terminée. Reconnectez-vous.',
  },
  problem: {
    400: {
      title: 'Demande impossible à traiter',
      message: 'Revenez en arrière, rechargez la page et réessayez.',
    },
    403: {
      title: 'Cette page a expiré',
      message: 'Revenez en arrière, rechargez la page et réessayez.',
    },
    404: {
      title: 'Page introuvable',
      message: 'Vérifiez l’adresse ou partez de la page d’accueil.',
    },
    405: {
      title: 'Cette page ne peut pas être ouverte directement',
      message: 'Partez de la page d’accueil.',
    },
    413: {
      title: 'C’est trop long',
      message: 'Raccourcissez votre saisie et réessayez.',
    },
    415: {
      title: 'Données illisibles',
      message: 'Revenez en arrière et utilisez le formulaire de la page.',
    },
    429: {
      title: 'Trop de tentatives',
      message: 'Attendez quelques minutes, puis réessayez.',
    },
    500: {
      title: 'Un problème est survenu',
      message: 'Le problème vient de chez nous. Réessayez dans un instant.',
    },
    503: {
      title: 'Temporairement indisponible',
      message:
        'Une partie de notre système ne répond pas. Votre session n’a pas été fermée. Réessayez dans un instant.',
    },
    acting: {
      title: 'Vous agissez au nom d’une autre personne',
      message:
        'Cette action n’est pas possible pendant ce temps. Déconnectez-vous une fois pour revenir à votre compte.',
    },
  },
  mail: {
    subject: 'Connexion à {host}',
    button: 'Se connecter',
    link: 'Le bouton ne fonctionne pas\u00a0? Copiez ce lien dans votre navigateur\u00a0:',
    code: 'Ou saisissez ce code là où vous avez commencé à vous connecter\u00a0:',
    validity: 'Le lien et le code sont valables {duration} et ne servent qu’une fois.',
    ignore:
      'Vous n’avez rien demandé\u00a0? Ignorez cet e-mail. Ne communiquez jamais le lien ni le code.',
    linkValidity: 'Le lien est valable {duration} et ne sert qu’une fois.',
    linkIgnore:
      'Vous n’avez rien demandé\u00a0? Ignorez cet e-mail. Ne communiquez jamais le lien.',
  },
}
