// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

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
