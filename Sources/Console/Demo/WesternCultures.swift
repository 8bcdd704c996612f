/// Latin script west of the Oder, and countries settled from there.
enum WesternCultures {
    static let all = [english, nigerian, spanish, portuguese, german, french]

    static let english = Culture(
        "english", language: "en",
        places: """
            US America/New_York 8, US America/Chicago 5, US America/Los_Angeles 5, GB Europe/London 8, IE Europe/Dublin 3, \
            CA America/Toronto 3, AU Australia/Sydney 3, NZ Pacific/Auckland 1, ZA Africa/Johannesburg 1
            """,
        women: """
            Olivia, Emma, Charlotte, Amelia, Sophie, Grace, Aoife, Niamh, Chloe, Emily, Hannah, Lucy, Megan, Jessica, Ruby, \
            Zoë/zoe, Siobhán/siobhan, Abigail, Madison, Eleanor, Isla, Harriet, Mary-Kate, Renée/renee, Sara
            """,
        men: """
            Liam, Noah, Oliver, James, William, Henry, Jack, Thomas, George, Daniel, Matthew, Ryan, Seán/sean, Conor, \
            Oisín/oisin, Ethan, Samuel, Luke, Adam, Benjamin, Callum, Patrick, Michael, Jean-Luc, Theo
            """,
        families: """
            Smith, Jones, Taylor, Brown, Williams, Wilson, Johnson, Davies, O'Brien, Murphy, Walsh, O'Sullivan, Kelly, \
            McCarthy, Byrne, Evans, Thomas, Roberts, Walker, Wright, Robinson, Thompson, Hughes, Green, Hall, Wood, Clarke, \
            Jackson, Harris, Martin, Cooper, Ward, Morgan, Bennett, D'Arcy, Smith-Jones, Fitzgerald, Nguyen, Garcia, Patel, \
            Miller, Anderson, Campbell, Stewart, Fraser
            """)

    static let nigerian = Culture(
        "nigerian", language: "en", places: "NG Africa/Lagos 9, GH Africa/Accra 2, GB Europe/London 1",
        women: """
            Ngozi, Chioma, Amara, Adaeze, Funmilayo, Yetunde, Folake, Aisha, Zainab, Ifeoma, Blessing, Precious, Temitope, \
            Nneka, Bukola, Titilayo, Halima, Ebele, Kẹ́hìndé/kehinde, Adésuwà/adesuwa
            """,
        men: """
            Chinedu, Emeka, Oluwaseun, Tunde, Babajide, Ibrahim, Musa, Kelechi, Obinna, Ikenna, Femi, Segun, Yusuf, Uche, \
            Kunle, Adewale, Sani, Chukwuemeka, Táíwò/taiwo, Olúmídé/olumide
            """,
        families: """
            Okafor, Adeyemi, Eze, Balogun, Nwosu, Okonkwo, Abubakar, Ogunleye, Adebayo, Ibrahim, Okeke, Bello, Obi, Nwachukwu, \
            Olawale, Danjuma, Onyekachi, Afolabi, Chukwu, Ọ̀ṣúnwándé/osunwande
            """)

    static let spanish = Culture(
        "spanish", language: "es", secondFamily: 700,
        places: """
            ES Europe/Madrid 24, ES Atlantic/Canary 2, MX America/Mexico_City 7, AR America/Argentina/Buenos_Aires 5, \
            CO America/Bogota 5, CL America/Santiago 2, PE America/Lima 3
            """,
        women: """
            María/maria, Lucía/lucia, Martina, Paula, Sofía/sofia, Carmen, Ana, Laura, Isabel, Elena, Marta, Cristina, \
            Pilar, Rocío/rocio, Inés/ines, Nuria, Alba, Valentina, Camila, Ximena, Begoña/begona, Itziar, Montserrat, \
            Ana María/anamaria, María José/mariajose
            """,
        men: """
            Hugo, Mateo, Martín/martin, Lucas, Leo, Daniel, Alejandro, Pablo, Javier, Sergio, Carlos, Antonio, Manuel, \
            José/jose, Jesús/jesus, Andrés/andres, Iñaki/inaki, Jordi, Santiago, Sebastián/sebastian, Diego, Raúl/raul, \
            Álvaro/alvaro, Juan Carlos/juancarlos, Íñigo/inigo
            """,
        families: """
            García/garcia, Fernández/fernandez, González/gonzalez, Rodríguez/rodriguez, López/lopez, Martínez/martinez, \
            Sánchez/sanchez, Pérez/perez, Gómez/gomez, Martín/martin, Jiménez/jimenez, Ruiz, Hernández/hernandez, \
            Díaz/diaz, Moreno, Muñoz/munoz, Álvarez/alvarez, Romero, Alonso, Gutiérrez/gutierrez, Navarro, Torres, \
            Domínguez/dominguez, Vázquez/vazquez, Ramos, Gil, Serrano, Núñez/nunez, Ortega, Ibáñez/ibanez, Peña/pena, \
            Castro, Rojas, Quispe, Mamani, Etxeberria, Puig, de la Cruz/delacruz, del Río/delrio, Ñíguez/niguez
            """)

    static let portuguese = Culture(
        "portuguese", language: "pt", secondFamily: 500,
        places: "BR America/Sao_Paulo 12, BR America/Manaus 1, PT Europe/Lisbon 5, AO Africa/Luanda 1",
        women: """
            Maria, Ana, Beatriz, Júlia/julia, Mariana, Leonor, Inês/ines, Letícia/leticia, Camila, Larissa, Fernanda, \
            Patrícia/patricia, Conceição/conceicao, Luísa/luisa, Gabriela, Joana, Rafaela, Débora/debora, Lívia/livia, Íris/iris
            """,
        men: """
            João/joao, Francisco, Afonso, Gabriel, Miguel, Pedro, Tiago, Luís/luis, Rafael, Gustavo, Matheus, Thiago, \
            António/antonio, Caio, Davi, Felipe, Vinícius/vinicius, Simão/simao, Rui, Sebastião/sebastiao
            """,
        families: """
            Silva, Santos, Oliveira, Souza, Pereira, Ferreira, Costa, Rodrigues, Almeida, Nascimento, Lima, Araújo/araujo, \
            Fernandes, Carvalho, Gomes, Martins, Rocha, Ribeiro, Magalhães/magalhaes, Conceição/conceicao, Guimarães/guimaraes, \
            Simões/simoes, Assunção/assuncao, dos Santos/dossantos
            """)

    static let german = Culture(
        "german", language: "de", places: "DE Europe/Berlin 12, AT Europe/Vienna 2, CH Europe/Zurich 2",
        women: """
            Emilia, Hannah, Mia, Lena, Lea, Anna, Marie, Katharina, Ursula, Sabine, Monika, Jana, Franziska, Käthe/kaethe, \
            Zoë/zoe, Heike, Greta, Frieda, Anneliese, Jördis/joerdis
            """,
        men: """
            Noah, Paul, Elias, Felix, Lukas, Maximilian, Jonas, Jürgen/juergen, Günther/guenther, Stefan, Matthias, Andreas, \
            Björn/bjoern, Jörg/joerg, Karl-Heinz, Tobias, Sebastian, Florian, Götz/goetz, Moritz
            """,
        families: """
            Müller/mueller, Schmidt, Schneider, Fischer, Weber, Meyer, Wagner, Becker, Schulz, Hoffmann, Schäfer/schaefer, \
            Koch, Bauer, Richter, Klein, Wolf, Schröder/schroeder, Neumann, Braun, Krüger/krueger, Groß/gross, Jäger/jaeger, \
            Weiß/weiss, von der Heide/vonderheide, Strauß/strauss
            """)

    static let french = Culture(
        "french", language: "fr",
        places: "FR Europe/Paris 12, BE Europe/Brussels 2, CA America/Montreal 2, SN Africa/Dakar 1",
        women: """
            Jade, Louise, Alice, Chloé/chloe, Léa/lea, Manon, Camille, Inès/ines, Élise/elise, Héloïse/heloise, Zoé/zoe, \
            Margaux, Anaïs/anais, Aurélie/aurelie, Céline/celine, Françoise/francoise, Aïcha/aicha, Marie-Claire, Noémie/noemie, Maëlle/maelle
            """,
        men: """
            Gabriel, Raphaël/raphael, Léo/leo, Louis, Arthur, Jules, Hugo, Théo/theo, François/francois, Étienne/etienne, \
            Benoît/benoit, Jérôme/jerome, Mamadou, Jean-Baptiste, Loïc/loic, Gaël/gael, Sébastien/sebastien, Rémi/remi, Antoine, Gaspard
            """,
        families: """
            Martin, Bernard, Dubois, Thomas, Robert, Petit, Durand, Leroy, Moreau, Lefèvre/lefevre, Garnier, François/francois, \
            Mercier, Dupont, Bonnet, Legrand, Gauthier, Chevalier, Lemaître/lemaitre, Noël/noel, Diallo, L'Hermite, \
            d'Estaing, Le Goff/legoff, Œuvrard/oeuvrard
            """)
}
