// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

import java.nio.file.Path;

/**
 * A file that was found.
 *
 * @param name how messages call it
 * @param path where it is
 * @param bytes its size as stored
 */
record InputFile(String name, Path path, long bytes) {}
