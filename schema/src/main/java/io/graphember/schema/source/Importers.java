// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.source;

import java.util.ServiceLoader;

/** The importers of all jars. */
final class Importers {
  private Importers() {}

  /**
   * Opens a source by the importer of its settings.
   *
   * @throws io.graphember.spi.error.GraphemberException as {@link Importer#open}
   */
  static ImportedGraph open(SourceSettings settings, ImportContext context) {
    for (Importer<?> importer :
        ServiceLoader.load(Importer.class, Importer.class.getClassLoader())) {
      if (importer.settings() == settings.getClass()) {
        return ScaledGraph.open(settings.normalize(), opened(importer, settings, context), context);
      }
    }
    throw new IllegalArgumentException("no importer has settings " + settings.getClass().getName());
  }

  private static <S extends Record & SourceSettings> ImportedGraph opened(
      Importer<S> importer, SourceSettings settings, ImportContext context) {
    return importer.open(importer.settings().cast(settings), context);
  }
}
