// SPDX-License-Identifier: Apache-2.0
/** Published results to files, row by row. */
@NullMarked
package io.graphember.cli.export;

import org.jspecify.annotations.NullMarked;
