// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.source;

import java.util.ServiceLoader;

/** The importers of all jars. */
final class Importers {
  private Importers() {}

  /**
   * Opens a source by the importer of its settings; whoever has its rows may read them.
   *
   * @throws io.graphember.spi.error.GraphemberException as {@link Importer#open}
   */
  static ImportedGraph open(SourceSettings settings, ImportContext context) {
    final ImportedGraph graph =
        context.tables().spread(settings, ImportedGraph.open(settings, context));
    return ScaledGraph.open(settings.normalize(), graph, context);
  }

  /** What the importer of the settings gives, as it gives it. */
  static ImportedGraph imported(SourceSettings settings, ImportContext context) {
    for (Importer<?> importer :
        ServiceLoader.load(Importer.class, Importer.class.getClassLoader())) {
      if (importer.settings() == settings.getClass()) {
        return opened(importer, settings, context);
      }
    }
    throw new IllegalArgumentException("no importer has settings " + settings.getClass().getName());
  }

  private static <S extends Record & SourceSettings> ImportedGraph opened(
      Importer<S> importer, SourceSettings settings, ImportContext context) {
    return importer.open(importer.settings().cast(settings), context);
  }
}
