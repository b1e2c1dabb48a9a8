import type { Texts } from '../../types/texts.ts'

export const fr: Texts = {
  lang: 'fr',
  direction: 'ltr',
  common: {
    home: 'Aller à la page d’accueil',
    toSignIn: 'Aller à la connexion',
    reference: 'Référence\u00a0: {ref}',
  },
  signIn: {
    title: 'Se connecter',
    to: 'pour continuer vers {host}',
    continueWith: 'Continuer avec {name}',
    or: 'ou',
    email: 'Adresse e-mail',
    emailExample: 'nom@example.com',
    sendLink: 'Recevoir un lien de connexion',
    submit: 'Se connecter',
    unsupported: 'La connexion avec {name} ne fonctionne pas dans ce navigateur.',
    none: 'Aucun moyen de connexion n’est encore configuré ici.',
    code: 'Code\u00a0: {code}',
    lastUsed: 'Utilisé récemment',
    showPassword: 'Afficher le mot de passe',
    passkey: 'Se connecter avec une clé d’accès',
    unknown: 'Ce moyen de connexion n’existe pas ici. Veuillez en choisir un autre.',
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
    Signin:
      'La connexion n’a pas abouti. Réessayez ou choisissez un autre moyen de vous connecter.',
    OAuthSignin:
      'La connexion avec ce service n’a pas pu démarrer. Attendez un instant et réessayez, ou choisissez un autre moyen.',
    OAuthCallbackError:
      'Le service n’a pas confirmé votre connexion. Réessayez ou choisissez un autre moyen de vous connecter.',
    OAuthCreateAccount:
      'Le service a confirmé votre identité, mais aucun compte n’a pu être créé ici. Réessayez ou choisissez un autre moyen de vous connecter.',
    EmailCreateAccount:
      'Aucun compte n’a pu être créé pour cette adresse e-mail. Réessayez ou utilisez une autre adresse.',
    Callback: 'Un problème est survenu pendant la connexion. Recommencez à partir de cette page.',
    OAuthAccountNotLinked:
      'Un compte existe déjà avec cette adresse e-mail. Connectez-vous comme vous l’avez fait auparavant, pour que nous sachions qu’il est à vous.',
    EmailSignin:
      'L’e-mail n’a pas pu être envoyé. Vérifiez que l’adresse est correcte et réessayez.',
    CredentialsSignin:
      'Les informations saisies ne correspondent à aucun compte. Vérifiez-les et réessayez.',
    SessionRequired: 'Connectez-vous pour ouvrir cette page.',
  },
  present: {
    named: 'Vous êtes connecté en tant que {name}.',
    unnamed: 'Vous êtes connecté.',
    other: 'Utiliser un autre compte',
  },
  signInReasons: {
    cancelled: 'Vous avez annulé la connexion. Vous pouvez réessayer quand vous le souhaitez.',
    expired:
      'L’opération a pris trop de temps ou a été commencée dans un autre navigateur. Veuillez recommencer.',
    ours: 'Quelque chose ne fonctionne pas de notre côté\u00a0; vous n’y êtes pour rien. Choisissez un autre moyen de vous connecter ou réessayez plus tard.',
    service:
      'Le service choisi ne répond pas correctement pour le moment. Réessayez dans quelques minutes ou choisissez un autre moyen de vous connecter.',
    'other-way':
      'Nous ne pouvons pas vous connecter par ce moyen, car le service ne nous a pas transmis tout ce qu’il faut. Veuillez en choisir un autre.',
  },
  signOut: {
    title: 'Se déconnecter',
    question: 'Voulez-vous vous déconnecter dans ce navigateur\u00a0?',
    submit: 'Se déconnecter',
    stay: 'Rester connecté',
    nobody: 'Vous n’êtes pas connecté ici.',
  },
  error: {
    Configuration: {
      title: 'Connexion indisponible',
      message: 'Ce site n’est pas configuré correctement. Vous n’y êtes pour rien.',
      advice: 'Réessayez plus tard. Si le problème persiste, signalez-le aux responsables du site.',
    },
    AccessDenied: {
      title: 'Accès refusé',
      message: 'Ce compte n’est pas autorisé à se connecter ici.',
      advice: 'Connectez-vous avec un autre compte ou demandez l’accès aux responsables du site.',
    },
    Verification: {
      title: 'Ce lien ne fonctionne plus',
      message: 'Il a expiré, a déjà été utilisé ou est incomplet.',
      advice: 'Demandez-en un nouveau sur la page de connexion.',
    },
    Default: {
      title: 'Un problème est survenu',
      message: 'Vous n’avez pas pu être connecté.',
      advice: 'Recommencez à partir de la page de connexion.',
    },
  },
  verifyRequest: {
    title: 'Consultez votre messagerie',
    sentTo:
      'Un message est en route vers {address}. Ouvrez le lien qu’il contient pour vous connecter.',
    sent: 'Un message est en route. Ouvrez le lien qu’il contient pour vous connecter.',
    code: 'Code du message',
    codeHint: 'Les espaces, les tirets et les minuscules n’ont pas d’importance.',
    submit: 'Se connecter',
    wrongCode:
      'Ce code est incorrect ou n’est plus valable. Comparez-le avec le message le plus récent.',
    attemptsLeft: 'Essais restants\u00a0: {count}',
    nothingThere:
      'Toujours rien après quelques minutes\u00a0? Regardez dans les courriers indésirables.',
    again: 'Réessayer ou utiliser une autre adresse',
  },
  confirmLink: {
    title: 'Est-ce bien vous\u00a0?',
    question: 'Vous allez vous connecter en tant que {address}.',
    reason:
      'Il n’est pas certain que le lien ait été demandé dans ce navigateur. Confirmez que vous voulez vous connecter ici.',
    submit: 'Oui, me connecter',
    notMe:
      'Ce n’est pas votre adresse, ou vous n’avez rien demandé\u00a0? Fermez cette page\u00a0: rien ne s’est encore passé.',
  },
  continueSignIn: {
    title: 'Encore une étape',
    message: 'Vous revenez de {name}. Continuez ici pour terminer.',
    submit: 'Continuer',
    notMe: 'Vous n’avez rien demandé\u00a0? Fermez cette page\u00a0: rien ne s’est encore passé.',
  },
  endSession: {
    title: 'Vous êtes déconnecté ici',
    message: 'Vous êtes encore connecté chez {name}. Continuez pour vous y déconnecter aussi.',
    submit: 'Continuer vers {name}',
    stay: 'Y rester connecté',
  },
  signedOut: {
    title: 'Rien n’a changé ici',
    message:
      'Cette déconnexion n’a pas été demandée dans ce navigateur, ou l’a été il y a plus de dix minutes.',
  },
  devices: {
    title: 'Où vous êtes connecté',
    lead: 'Déconnectez-vous là où vous n’avez plus besoin d’être connecté et là où vous ne reconnaissez pas le navigateur.',
    here: 'Ce navigateur',
    unknown: 'Navigateur inconnu',
    browserOn: '{browser} sur {system}',
    signedIn: 'Connexion\u00a0: {when}',
    signedInWith: 'Connexion avec {name}\u00a0: {when}',
    lastSeen: 'Dernière activité\u00a0: {when}',
    signOut: 'Se déconnecter',
    others: 'Se déconnecter partout ailleurs',
    all: 'Se déconnecter partout',
  },
  account: {
    title: 'Vos moyens de connexion',
    lead: 'Supprimez ceux que vous n’utilisez plus. Le dernier est conservé.',
    synced: 'Clé d’accès synchronisée',
    oneDevice: 'Clé d’accès sur un appareil',
    mail: 'Lien par e-mail',
    remove: 'Supprimer',
    rename: 'Renommer',
    name: 'Nom de la clé d’accès',
    save: 'Enregistrer',
    only: 'C’est votre seul moyen de connexion\u00a0; il ne peut pas être supprimé.',
  },
  ended: {
    'ended-by-user': 'Vous avez été déconnecté ici depuis un autre appareil.',
    'signed-out-everywhere':
      'Vous avez été déconnecté parce que la déconnexion de tous les appareils a été demandée.',
    'password-changed': 'Vous avez été déconnecté parce que le mot de passe a été modifié.',
    'email-changed': 'Vous avez été déconnecté parce que l’adresse e-mail a été modifiée.',
    'account-unlinked': 'Vous avez été déconnecté parce qu’un moyen de connexion a été supprimé.',
    'passkey-removed': 'Vous avez été déconnecté parce qu’une clé d’accès a été supprimée.',
    admin: 'Les responsables de ce site vous ont déconnecté.',
    'back-channel':
      'Vous avez été déconnecté parce que vous vous êtes déconnecté du service que vous utilisez pour vous connecter.',
    'secret-leak':
      'Par mesure de sécurité, tout le monde a été déconnecté. Veuillez vous reconnecter.',
    other: 'Votre session est terminée. Veuillez vous reconnecter.',
  },
  problem: {
    400: {
      title: 'Cela n’a pas fonctionné',
      message:
        'Une partie de la demande manquait ou était illisible. Revenez en arrière, rechargez la page et réessayez.',
    },
    403: {
      title: 'Demande refusée',
      message:
        'La page est peut-être restée ouverte trop longtemps, ou la demande venait d’ailleurs. Revenez en arrière, rechargez la page et réessayez.',
    },
    404: {
      title: 'Page introuvable',
      message:
        'Il n’y a rien à cette adresse. Vérifiez qu’elle est correcte ou partez de la page d’accueil.',
    },
    405: {
      title: 'Impossible de cette façon',
      message: 'Cette adresse ne peut pas être ouverte directement. Partez de la page d’accueil.',
    },
    413: {
      title: 'Trop de données',
      message: 'L’envoi dépasse ce qui est accepté ici. Raccourcissez votre saisie et réessayez.',
    },
    415: {
      title: 'Format inconnu',
      message:
        'Ce qui a été envoyé ne peut pas être lu ici. Revenez en arrière et utilisez le formulaire de la page.',
    },
    429: {
      title: 'Trop de tentatives',
      message: 'Attendez quelques minutes, puis réessayez.',
    },
    500: {
      title: 'Un problème est survenu chez nous',
      message: 'Une erreur inattendue s’est produite. Réessayez dans un instant.',
    },
    503: {
      title: 'Indisponible pour le moment',
      message:
        'Une partie de notre système est injoignable. Vous n’avez pas été déconnecté\u00a0; réessayez dans un instant.',
    },
  },
  mail: {
    subject: 'Connexion à {host}',
    button: 'Se connecter',
    link: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur\u00a0:',
    code: 'Ou saisissez ce code sur la page où vous avez demandé à vous connecter\u00a0:',
    validity: 'Le lien et le code fonctionnent une seule fois, pendant {minutes} min.',
    ignore:
      'Si vous n’avez pas demandé ce message, vous pouvez l’ignorer. Sans le lien ou le code, personne n’est connecté.',
  },
}
