// SPDX-License-Identifier: Apache-2.0
/** Files in the folder of a source. */
@NullMarked
package io.graphember.formats.file;

import org.jspecify.annotations.NullMarked;
