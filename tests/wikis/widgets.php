<?php
// What MediaWiki's extension Widgets does, which Debian does not package: {{#widget:Name|key=value}} puts the page Widget:Name into the
// article as HTML, filled in by Smarty (Debian's) between the extension's delimiters. MediaWiki reads this file a second time for the word.

$magicWords = [ 'en' => [ 'widget' => [ 0, 'widget' ] ] ];

if ( !defined( 'NS_WIDGET' ) ) {
	define( 'NS_WIDGET', 274 );
	$wgExtraNamespaces[NS_WIDGET] = 'Widget';
	$wgExtraNamespaces[NS_WIDGET + 1] = 'Widget_talk';
	$wgExtensionMessagesFiles['Widgets'] = __FILE__;
	$wgHooks['ParserFirstCallInit'][] = static function ( Parser $parser ) {
		$parser->setFunctionHook( 'widget', static function ( Parser $parser, $name, ...$given ) {
			require_once getenv( 'TOHIT_WIKIS' ) . '/usr/share/php/smarty4/Smarty.class.php';
			$smarty = new Smarty;
			[ $smarty->left_delimiter, $smarty->right_delimiter ] = [ '<!--{', '}-->' ];
			$smarty->setCompileDir( $GLOBALS['wgCacheDirectory'] );
			$smarty->enableSecurity();
			foreach ( $given as $pair ) {
				[ $key, $value ] = array_map( 'trim', explode( '=', $pair, 2 ) ) + [ 1 => true ];
				$smarty->assign( $key, $value );
			}
			$page = new WikiPage( Title::makeTitleSafe( NS_WIDGET, $name ) );
			$text = ContentHandler::getContentText( $page->getContent() );
			$text = preg_replace( '~<noinclude>.*?</noinclude>|</?includeonly>~s', '', $text );
			return [ $smarty->fetch( 'string:' . $text ), 'noparse' => true, 'isHTML' => true ];
		} );
	};
}
