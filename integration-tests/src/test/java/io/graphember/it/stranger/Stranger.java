// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.stranger;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs code of its own wherever it is read: leaves a file in the folder of that process. */
public final class Stranger implements Serializable {
  /** The file. */
  public static final String TRACE = "stranger-was-here";

  private static final long serialVersionUID = 1L;

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject(); // with this one, Ignite calls the other
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    Files.writeString(Path.of(TRACE), "x");
  }
}
