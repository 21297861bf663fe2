import type { CoreMessages } from "../../pages/core-messages.js";

/** French, formal. */
export const core: CoreMessages = {
  thisSite: "ce site",
  theService: "le service choisi",
  theAccount: "Le compte choisi",
  thisAccount: "Ce compte {provider}",
  signIn: "Se connecter",
  signInTo: "Se connecter à {app}",
  signedIn: "Vous êtes connecté.",
  signedInAs: "Vous êtes connecté en tant que {user}.",
  goOn: "{continue} ou {signOut}",
  continue: "Continuer",
  orSignOut: "se déconnecter",
  or: "ou",
  more: "Autres façons de se connecter",
  noWay: "Il n’y a pas encore de moyen de se connecter.",
  show: "Afficher",
  hide: "Masquer",
  signOut: "Se déconnecter",
  signOutAsk: "Se déconnecter ?",
  signOutOf: "Se déconnecter de {app} ?",
  cancel: "Annuler",
  checkEmail: "Consultez votre boîte mail",
  mailSent: "Nous vous avons envoyé un e-mail pour vous connecter.",
  linkDays: {
    one: "Son lien fonctionne une seule fois, pendant {count} jour.",
    many: "Son lien fonctionne une seule fois, pendant {count} de jours.",
    other: "Son lien fonctionne une seule fois, pendant {count} jours.",
  },
  linkHours: {
    one: "Son lien fonctionne une seule fois, pendant {count} heure.",
    many: "Son lien fonctionne une seule fois, pendant {count} d’heures.",
    other: "Son lien fonctionne une seule fois, pendant {count} heures.",
  },
  linkMinutes: {
    one: "Son lien fonctionne une seule fois, pendant {count} minute.",
    many: "Son lien fonctionne une seule fois, pendant {count} de minutes.",
    other: "Son lien fonctionne une seule fois, pendant {count} minutes.",
  },
  checkSpam: "Toujours rien après quelques minutes ? Vérifiez aussi votre dossier de courrier indésirable.",
  sendAgain: "Renvoyer, ou utiliser une autre adresse",
  confirm: "Appuyez sur le bouton pour terminer la connexion.",
  elsewhere:
    "Ce navigateur n’a pas demandé l’e-mail, ou il y a longtemps. Si vous ne l’avez pas demandé vous-même, fermez cette page.",
  elsewhereAs: "Vous serez connecté en tant que {address}.",
  elsewhereOpen: "{user} est actuellement connecté ici et sera déconnecté.",
  addAsk: "Ajouter {provider} ?",
  addText:
    "Vous êtes connecté en tant que {user}, par le lien d’un e-mail demandé dans un autre navigateur. Si vous continuez, {provider} ouvrira désormais ce compte. Si ce compte n’est pas le vôtre, déconnectez-vous d’abord.",
  addButton: "Ajouter à ce compte",
  tryAgain: "Réessayer",
  tryAgainWith: "Réessayer avec {provider}",
  anotherWay: "Se connecter autrement",
  backToSignIn: "Retour à la connexion",
  sendNewLink: "Envoyer un nouveau lien",
  "box.other": "La connexion n’a pas fonctionné. Réessayez, ou choisissez une autre façon de vous connecter.",
  "box.OAuthCallbackError":
    "La connexion avec {provider} a été annulée ou refusée. Réessayez, ou choisissez une autre façon de vous connecter.",
  "box.OAuthCallbackError.cancelled":
    "Vous avez annulé la connexion avec {provider}. Réessayez, ou choisissez une autre façon de vous connecter.",
  "box.OAuthCallbackError.refused":
    "La connexion avec {provider} n’a pas pu aboutir. Réessayez dans quelques minutes, ou choisissez une autre façon de vous connecter.",
  "box.OAuthAccountNotLinked":
    "{account} n’a pas été utilisé : son adresse e-mail appartient à un utilisateur qui se connecte autrement. Si c’est vous, connectez-vous comme d’habitude ; vous pourrez ensuite l’ajouter.",
  "box.AccountNotLinked":
    "Il existe déjà un compte avec cette adresse e-mail, ou la clé d’accès appartient à un autre utilisateur. Connectez-vous comme d’habitude.",
  notAdded:
    "{account} appartient à un autre utilisateur et n’a donc pas été ajouté. Vous êtes toujours connecté.",
  "box.EmailSignin": "L’e-mail n’a pas pu être envoyé. Vérifiez l’adresse et réessayez.",
  "box.CredentialsSignin":
    "La connexion n’a pas fonctionné. Vérifiez que les informations saisies sont correctes.",
  "box.SessionRequired": "Connectez-vous pour voir cette page.",
  "box.MissingCSRF":
    "Cette page est restée ouverte trop longtemps, ou votre navigateur bloque les cookies. Réessayez.",
  "box.TooManyAttempts": "Il y a eu trop de tentatives. Patientez quelques minutes et réessayez.",
  "Configuration.title": "La connexion n’a pas fonctionné",
  "Configuration.text":
    "Une erreur s’est produite en chemin, ou personne ne peut se connecter à {app} pour le moment. Réessayez. Si cela se reproduit, choisissez une autre façon de vous connecter ou revenez plus tard.",
  "AccessDenied.title": "Vous ne pouvez pas vous connecter avec ce compte",
  "AccessDenied.text": "Il n’a pas accès à {app}. Si vous avez un autre compte, utilisez-le.",
  "Forbidden.title": "Vous n’avez pas accès à cette page",
  "Forbidden.text":
    "Votre compte sur {app} n’est pas autorisé à l’ouvrir. Si vous avez un autre compte, utilisez-le.",
  "NotFound.title": "Cette page n’existe pas ici",
  "NotFound.text": "Elle a peut-être été supprimée, ou votre compte sur {app} ne peut pas la voir.",
  "TooManyAttempts.title": "Trop de tentatives",
  "TooManyAttempts.text": {
    one: "Patientez {count} minute et réessayez.",
    many: "Patientez {count} de minutes et réessayez.",
    other: "Patientez {count} minutes et réessayez.",
  },
  "TooManyAttempts.soon": "Patientez quelques minutes et réessayez.",
  "Verification.title": "Ce lien ne fonctionne plus",
  "Verification.text":
    "Il a déjà été utilisé, ou il a expiré : un lien ne fonctionne qu’une fois. Demandez-en un nouveau.",
  "WebAuthnVerificationError.title": "Votre clé d’accès n’a pas pu être vérifiée",
  "WebAuthnVerificationError.text": "Réessayez, ou choisissez une autre façon de vous connecter.",
  "stale.title": "{provider} n’a pas redemandé qui vous êtes",
  "stale.text":
    "Cette page demande une connexion toute récente, et {provider} en a indiqué une plus ancienne. Choisissez une autre façon.",
  "expired.title": "Cette connexion a expiré",
  "expired.text":
    "Elle a duré plus de 15 minutes, était déjà terminée, a été recommencée dans un autre onglet, ou a commencé dans un autre navigateur. Recommencez. Si cela ne suffit pas, autorisez les cookies pour ce site.",
  "slow.title": "Pas de réponse : {provider}",
  "slow.text":
    "Le service est peut-être surchargé. Réessayez dans quelques minutes, ou choisissez une autre façon de vous connecter.",
  "provider.title": "Connexion impossible avec {provider}",
  "provider.text":
    "Le service est en panne, ou ne fonctionne pas avec {app}. Réessayez dans quelques minutes, ou choisissez une autre façon de vous connecter.",
  "address.title": "Ceci n’est pas une adresse e-mail",
  "address.text": "Vérifiez qu’elle ne contient pas de faute de frappe.",
  "mail.title": "L’e-mail n’a pas pu être envoyé",
  "mail.text":
    "Vérifiez l’adresse et réessayez dans quelques minutes, ou choisissez une autre façon de vous connecter.",
  "passkey.title": "Cette clé d’accès n’est pas connue",
  "passkey.text":
    "Aucun compte sur {app} ne l’utilise. Utilisez une autre clé d’accès, ou connectez-vous autrement.",
  "store.title": "Impossible pour le moment",
  "store.text": "Une partie du service ne répond pas ({app}). Réessayez dans quelques minutes.",
  "other.title": "Une erreur s’est produite",
  "other.text": "La connexion n’a pas fonctionné. Veuillez réessayer.",
  lastUsed: "Dernière utilisée",
  signInWith: "Se connecter avec {provider}",
  email: "E-mail",
  sendLink: "Recevoir un lien de connexion",
  passkeysNeedJavaScript: "Les clés d’accès nécessitent JavaScript.",
  signInWithPasskey: "Se connecter avec une clé d’accès",
  addPasskey: "Ajouter une clé d’accès",
  addPasskeyText:
    "La prochaine fois, connectez-vous avec votre doigt, votre visage ou le verrouillage de l’écran, sans mot de passe.",
  passkeyAdded: "Clé d’accès ajoutée. Vous pouvez désormais vous connecter avec elle.",
  passkeyNotAdded: "Aucune clé d’accès n’a été ajoutée. Réessayez, ou sur un autre appareil.",
  passkeyKnown: "Cet appareil a déjà une clé d’accès pour votre compte.",
  passkeysMissing:
    "Ce navigateur ne prend pas en charge les clés d’accès. Ajoutez-en une avec un autre navigateur.",
  passkeyUnsupported:
    "Ce navigateur ne prend pas en charge les clés d’accès. Connectez-vous autrement, ou avec un autre navigateur.",
  passkeyExists: "Cet appareil a déjà une clé d’accès pour ce site. Utilisez-la pour vous connecter.",
  passkeyCancelled:
    "Aucune clé d’accès n’a été utilisée : vous avez annulé, ou cet appareil n’en a pas pour ce site. Réessayez, ou connectez-vous autrement.",
  passkeyFailed: "La clé d’accès n’a pas pu être utilisée. Réessayez, ou connectez-vous autrement.",
  terms: "Conditions d’utilisation",
  privacy: "Confidentialité",
  mailSubject: "Connexion à {app}",
  mailHeading: "Connectez-vous à {app}",
  mailButton: "Se connecter",
  mailClosing: "Si vous n’avez pas demandé cet e-mail, ignorez-le.",
  codeText:
    "Nous vous avons envoyé un e-mail. Suivez son lien ou saisissez son code ici : l’un ou l’autre fonctionne, une seule fois.",
  codeOver:
    "Nous vous avons envoyé un e-mail. Son lien fonctionne une seule fois ; son code n’est plus valable.",
  codeSentTo: "Envoyé à",
  code: "Code",
  codeAgain: "Envoyer un nouvel e-mail",
  codeAgainText:
    "Un nouvel e-mail annule le lien et le code du précédent. Regardez d’abord dans vos courriers indésirables.",
  codeOtherAddress: "Utiliser une autre adresse",
  codeElsewhere:
    "Cette connexion a commencé dans un autre navigateur, sur un autre appareil ou il y a un certain temps. Vous pouvez la terminer ici, ou saisir le code de l’e-mail là où vous avez commencé. Si vous ne l’avez pas commencée, fermez cette page.",
  "code.wrong": "Ce code n’est pas correct. Saisissez les huit chiffres du dernier e-mail.",
  "code.gone":
    "Ce code n’est plus valable : il a été utilisé, il date de plus de 10 minutes ou il a été envoyé pour un autre navigateur. Suivez le lien de l’e-mail ou demandez-en un nouveau.",
  "code.tries":
    "Trop de codes erronés ont été saisis, le code n’est donc plus valable. Suivez le lien de l’e-mail ou demandez-en un nouveau.",
  "code.store":
    "Ce n’est pas possible pour le moment. Votre code n’a pas été consommé : réessayez dans quelques minutes.",
  heldKeep: "Garder la connexion avec {ways}",
  heldHint:
    "Cette liaison existait avant que l’adresse soit confirmée. Cochez la case seulement si vous l’avez créée vous-même.",
  heldSubject: "Était-ce vous ? {provider} sur {app}",
  heldHeading: "Relier de nouveau {provider} sur {app}",
  heldMore:
    "Quelqu’un, peut-être vous, a essayé de se connecter à votre compte avec {provider}. Cette liaison existait avant que votre adresse soit confirmée : nous vous demandons donc si c’était vous. Suivez le lien dans les 15 minutes, dans le navigateur où vous avez essayé, puis connectez-vous de nouveau avec {provider}.",
  heldButton: "C’était moi : relier de nouveau",
  heldClosing: "Si ce n’était pas vous, ignorez cet e-mail : personne n’entre.",
  mailCodeLead:
    "Ou saisissez ce code, dans les 10 minutes, dans le navigateur où vous avez demandé l’e-mail :",
  mailCodeClosing:
    "Ne donnez ce code à personne : nous ne le demandons jamais. Si vous n’avez pas demandé cet e-mail, ignorez-le.",
  leaveTitle: "Se déconnecter de {provider}",
  leaveText: "Vous êtes déconnecté ici. Continuez pour vous déconnecter aussi de {provider}.",
  leaveOn: "Continuer",
  leaveHere: "Vous êtes déconnecté ici",
  leaveRest: "Vous êtes peut-être encore connecté à {provider}.",
};
