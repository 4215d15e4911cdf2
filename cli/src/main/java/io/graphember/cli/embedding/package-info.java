// SPDX-License-Identifier: Apache-2.0
/** How good the embeddings of a job are, judged by the client. */
@NullMarked
package io.graphember.cli.embedding;

import org.jspecify.annotations.NullMarked;
