// SPDX-License-Identifier: Apache-2.0
package io.graphember.formats.ogb;

import io.graphember.schema.source.ImportContext;
import io.graphember.schema.source.ImportedGraph;
import io.graphember.schema.source.Importer;

/** The folders of OGB's csv downloads. */
public final class OgbImporter implements Importer<OgbSettings> {
  @Override
  public Class<OgbSettings> settings() {
    return OgbSettings.class;
  }

  @Override
  public ImportedGraph open(OgbSettings settings, ImportContext context) {
    return new OgbGraph(settings, context.base());
  }
}
