// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.option;

import io.graphember.client.GraphemberVersion;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
public final class VersionText implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    Properties versions = new Properties();
    try (InputStream in = VersionText.class.getResourceAsStream("version.properties")) {
      versions.load(in);
    }
    return new String[] {
      "graphember %s (Apache Ignite %s, Java %s)"
          .formatted(
              GraphemberVersion.current(),
              versions.getProperty("ignite"),
              System.getProperty("java.version"))
    };
  }
}
