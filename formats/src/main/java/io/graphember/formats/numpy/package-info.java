// SPDX-License-Identifier: Apache-2.0
/** NumPy arrays and archives. */
package io.graphember.formats.numpy;
