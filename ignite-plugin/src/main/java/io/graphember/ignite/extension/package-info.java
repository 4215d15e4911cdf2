// SPDX-License-Identifier: Apache-2.0
/**
 * Which models and policies of batches the server nodes have, those of jars beside ours among them.
 */
@NullMarked
package io.graphember.ignite.extension;

import org.jspecify.annotations.NullMarked;
