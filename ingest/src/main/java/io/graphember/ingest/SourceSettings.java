// SPDX-License-Identifier: Apache-2.0
package io.graphember.ingest;

/** Where a graph comes from: section {@code source} of a job. */
public record SourceSettings() {}
